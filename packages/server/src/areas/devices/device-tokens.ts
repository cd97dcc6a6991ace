import { isGuid } from '@cfs/contracts/guid';
import type { MachineVerifier } from '../../platform/access/machine-verifiers.ts';
import { unauthorized } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import type { DeviceChanges } from './device-changes.ts';
import type { AgentCredential, AgentCredentialFinder } from './find-agent-credential.ts';
import { sameText } from '../../platform/secrets/same-text.ts';
import { deviceTokenIsCurrent, deviceTokenIsProven, parseDeviceToken } from './agent-seal.ts';

/**
 * How long a cached credential is trusted unconditionally. After that it is trusted only while changes of devices are
 * being polled.
 */
const trustedMilliseconds = 1_000;
const maxRemembered = 50_000;

export interface DeviceTokens {
  readonly verify: MachineVerifier;
  /** Evicts a credential, so that the next call reads the database. For the node that has just revoked it. */
  evict(agentId: string): void;
}

const refused = () => unauthorized('The device token is not valid.');

/** The part of a credential that is cached: only what verifying a token requires, because thousands are kept. */
type Known = Pick<AgentCredential, 'tenantId' | 'agentId' | 'sealKey' | 'status' | 'deviceName'>;

interface Remembered {
  readonly read: number;
  /** When the read began, by `performance.now()`. */
  readonly readBegan: number;
  readonly credential: Promise<Known | undefined>;
  /** The token that was verified last: each token is used for about thirty calls. */
  proven?: string;
}

const knownOf = (credential: AgentCredential | undefined): Known | undefined => {
  if (!credential) return undefined;
  const { tenantId, agentId, sealKey, status, deviceName } = credential;
  return { tenantId, agentId, sealKey, status, deviceName };
};

/** Verifies device tokens. A deleted device is refused at once on this node and within a second on the others. */
export const createDeviceTokens = (
  { clock }: Pick<Services, 'clock'>,
  findCredential: AgentCredentialFinder,
  changes: DeviceChanges,
): DeviceTokens => {
  const known = new Map<string, Remembered>();
  changes.listen((changed) => {
    for (const { deviceId, hasChanged } of changed) if (hasChanged) known.delete(deviceId);
  });

  const find = (agentId: string): Remembered => {
    const now = clock.now().getTime();
    const found = known.get(agentId);
    const isTrusted = found && (now - found.read < trustedMilliseconds || changes.covers(found.readBegan));
    if (isTrusted) return found;
    const credential = findCredential(agentId).then(knownOf);
    known.delete(agentId);
    const fresh: Remembered = { read: now, readBegan: performance.now(), credential };
    known.set(agentId, fresh);
    credential.catch(() => known.delete(agentId));
    if (known.size > maxRemembered) known.delete(known.keys().next().value ?? '');
    return fresh;
  };

  return {
    verify: async (text) => {
      const token = parseDeviceToken(text);
      if (!token || !isGuid(token.agentId) || token.agentId !== token.agentId.toLowerCase()) return undefined;
      const remembered = find(token.agentId);
      const credential = await remembered.credential;
      const name = credential?.status === 'promoted' ? credential.deviceName : undefined;
      if (!credential || name === undefined || !deviceTokenIsCurrent(token, clock.now())) throw refused();
      if (remembered.proven === undefined || !sameText(remembered.proven, text)) {
        if (!deviceTokenIsProven(credential.sealKey, token)) throw refused();
        remembered.proven = text;
      }
      return {
        actor: { kind: 'device', deviceId: credential.agentId, name },
        tenantId: credential.tenantId,
        uses: ['agent', 'packets'],
      };
    },
    evict: (agentId) => {
      known.delete(agentId);
    },
  };
};
