import { packageTypes } from '@cfs/contracts/package-enumerations';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import type { AgentWork } from '../devices/read-agent-configuration.ts';
import { findDesiredVersions } from '../packages/installations/find-desired-versions.ts';
import { findTrustedKeys } from '../packages/publisher-keys/find-trusted-keys.ts';

/** The packages desired for a device, as its agent receives them, and the keys that may sign them. */
export const readAgentInstalls = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  device: { readonly tenantId: string; readonly deviceId: string },
): Promise<Pick<AgentWork, 'installs' | 'publisherKeys'>> =>
  gate.read(context, { permission: 'Devices:view', shared: true }, async (db) => {
    const desired = await findDesiredVersions(db, device);
    const own = await findTrustedKeys(db, device.tenantId);
    const shared = await findTrustedKeys(db, systemTenantId);
    return {
      installs: desired.map(({ packageTypeId, ...install }) => ({
        ...install,
        isAgent: packageTypeId === packageTypes.AgentRunner,
      })),
      publisherKeys: [...own, ...shared].map((key) => key.toString('base64url')),
    };
  });
