import { createHash } from 'node:crypto';
import { enrolmentText } from '@cfs/contracts/agent-protocol';
import type { Enrolled, Enrolment } from '@cfs/contracts/agents';
import { withoutMisleadingSigns } from '@cfs/contracts/misleading-characters';
import { operatingSystems } from '@cfs/contracts/device-enumerations';
import { systemContext, type Context } from '../../platform/context.ts';
import { forbidden, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { fingerprintOf, signatureHolds } from '../devices/agent-key.ts';
import { insertCredential, lockCredentialOfKey } from '../devices/write-agent-credentials.ts';

const systemsByPlatform: Readonly<Record<string, number>> = {
  'win32 x64': operatingSystems.WinX64,
  'darwin x64': operatingSystems.OsxX64,
  'linux x64': operatingSystems.LinuxX64,
};

const readKey = (enrolment: Enrolment, token: string): Buffer => {
  const key = Buffer.from(enrolment.publicKey, 'base64url');
  if (fingerprintOf(key) !== enrolment.keyFingerprint) {
    throw invalid({ keyFingerprint: ['Is not the fingerprint of the public key.'] });
  }
  const tokenHash = createHash('sha256').update(token).digest('hex');
  if (!signatureHolds(key, enrolmentText(tokenHash, enrolment.machineName), enrolment.signature)) {
    throw invalid({ signature: ['Is not valid for this key, token and machine name.'] });
  }
  return key;
};

const facts = ['machineName', 'operatingSystem', 'platform', 'architecture', 'agentVersion'] as const;

/**
 * Returns the enrolment without misleading characters in the facts, since an administrator decides by what is
 * displayed.
 *
 * @throws 400 for a fact that is empty without them.
 */
const displayable = (sent: Enrolment): Enrolment => {
  const enrolment = { ...sent };
  for (const fact of facts) {
    enrolment[fact] = withoutMisleadingSigns(sent[fact]).trim();
    if (enrolment[fact] === '') throw invalid({ [fact]: ['Must not be empty.'] });
  }
  return enrolment;
};

/**
 * Creates a pending device for the machine in the token's tenant. Enrolling again with the same key returns the same
 * agent.
 *
 * @throws 400 if the fingerprint or the signature does not match the key or a fact is empty, 403 for a refused key.
 */
export const enrolAgent = async (
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  caller: Context,
  token: string,
  sent: Enrolment,
): Promise<Enrolled & { readonly isNew: boolean }> => {
  const key = readKey(sent, token);
  const enrolment = displayable(sent);
  const { tenantId } = caller;
  const now = clock.now();
  const columns = {
    machine_name: enrolment.machineName,
    operating_system: enrolment.operatingSystem,
    operating_system_id:
      systemsByPlatform[`${enrolment.platform} ${enrolment.architecture}`] ?? operatingSystems.Unknown,
    architecture: enrolment.architecture,
    ip_address: enrolment.ipAddress ?? caller.address ?? null,
    agent_version: enrolment.agentVersion,
    last_ping: now,
  };
  const context = systemContext({ name: 'enrolment', clock, tenantId, traceId: caller.traceId, span: caller.span });
  return gate.write(context, 'PendingDevices:edit', async (db, change) => {
    const inserted = await insertCredential(db, tenantId, key, now);
    const { agent_id: agentId, status } = inserted ?? (await lockCredentialOfKey(db, tenantId, key));
    if (status === 'refused') throw forbidden('This agent was refused. Enrol it again with another key.');
    if (status === 'pending') {
      await db
        .insertInto('pending_devices')
        .values({
          tenant_id: tenantId,
          pending_device_id: agentId,
          key_fingerprint: enrolment.keyFingerprint,
          created: now,
          ...columns,
        })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'pending_device_id']).doUpdateSet(columns))
        .execute();
    }
    if (inserted) {
      const { machineName, keyFingerprint } = enrolment;
      const after = { machineName, keyFingerprint };
      await change.as(caller).record({ entity: 'PendingDevice', id: agentId, tenantId, after });
    } else change.exempt('pending_devices', 'telemetry');
    return { agentId, tenantId, isNew: inserted !== undefined };
  });
};
