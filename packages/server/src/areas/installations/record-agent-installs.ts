import type { InstallReports } from '@cfs/contracts/agent-installs';
import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { recordInstallReports } from '../packages/installations/record-install-reports.ts';

/** Records the reports of an agent about the packages on its device. */
export const recordAgentInstalls = (
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  device: { readonly tenantId: string; readonly deviceId: string },
  reports: InstallReports,
): Promise<void> => {
  const context = systemContext({ name: 'agent', clock, tenantId: device.tenantId });
  return gate.write(context, { permission: 'Devices:edit', shared: true }, (db, change) =>
    recordInstallReports(db, change, device, reports),
  );
};
