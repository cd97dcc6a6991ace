import { isGuid } from '@cfs/contracts/guid';
import type { MachineVerifier } from '../../platform/access/machine-verifiers.ts';
import { unauthorized } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import type { DeviceChanges } from './device-changes.ts';
import type { AgentCredential, AgentCredentialFinder } from './find-agent-credential.ts';
import { deviceTokenHolds, parseDeviceToken } from './agent-seal.ts';

/** How long a credential is believed by itself; beyond that as long as the changes of devices are followed. */
const trustedMilliseconds = 1_000;
const maxRemembered = 50_000;

export interface DeviceTokens {
  readonly verify: MachineVerifier;
  /** Makes the next call look at the database: for the node that has just ended a credential. */
  forget(agentId: string): void;
}

interface Remembered {
  readonly read: number;
  /** When the read began, by `performance.now()`. */
  readonly readBegan: number;
  readonly credential: Promise<AgentCredential | undefined>;
}

/** Knows device tokens; a device that is deleted is out at once on this node and within a second on the others. */
export const createDeviceTokens = (
  { clock }: Pick<Services, 'clock'>,
  findCredential: AgentCredentialFinder,
  changes: DeviceChanges,
): DeviceTokens => {
  const known = new Map<string, Remembered>();
  changes.listen((changed) => {
    for (const { deviceId, hasChanged } of changed) if (hasChanged) known.delete(deviceId);
  });

  const find = (agentId: string): Promise<AgentCredential | undefined> => {
    const now = clock.now().getTime();
    const found = known.get(agentId);
    const isTrusted = found && (now - found.read < trustedMilliseconds || changes.covers(found.readBegan));
    if (isTrusted) return found.credential;
    const credential = findCredential(agentId);
    known.delete(agentId);
    known.set(agentId, { read: now, readBegan: performance.now(), credential });
    credential.catch(() => known.delete(agentId));
    if (known.size > maxRemembered) known.delete(known.keys().next().value ?? '');
    return credential;
  };

  return {
    verify: async (text) => {
      const token = parseDeviceToken(text);
      if (!token || !isGuid(token.agentId) || token.agentId !== token.agentId.toLowerCase()) return undefined;
      const credential = await find(token.agentId);
      const name = credential?.status === 'promoted' ? credential.deviceName : undefined;
      if (!credential || name === undefined || !deviceTokenHolds(credential.sealKey, token, clock.now())) {
        throw unauthorized('The device token does not hold.');
      }
      return {
        actor: { kind: 'device', deviceId: credential.agentId, name },
        tenantId: credential.tenantId,
        uses: ['agent', 'packets'],
      };
    },
    forget: (agentId) => {
      known.delete(agentId);
    },
  };
};
