import { signInText } from '@cfs/contracts/agent-protocol';
import type { Challenge, SignedIn, SignIn } from '@cfs/contracts/agents';
import { systemContext } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { forbidden, notFound, unauthorized } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import type { AgentCredential, AgentCredentialFinder } from './find-agent-credential.ts';
import { signatureHolds } from './agent-key.ts';
import { createDeviceToken, createNonce, readNonce, tokenLifetime } from './agent-seal.ts';

type Needs = Pick<Services, 'gate' | 'clock' | 'keys'>;

/** Notes, in the caller's transaction, that an agent which waits to be promoted has shown its key again. */
export type RecordPing = (
  db: ScopedDatabase,
  agent: { readonly tenantId: string; readonly agentId: string },
  now: Date,
) => Promise<void>;

const findAgent = async (findCredential: AgentCredentialFinder, agentId: string): Promise<AgentCredential> => {
  const credential = await findCredential(agentId);
  if (!credential) throw notFound('Agent');
  return credential;
};

/** @throws 404 for an agent that never enrolled. */
export const challengeAgent = async (
  { clock }: Pick<Needs, 'clock'>,
  findCredential: AgentCredentialFinder,
  agentId: string,
): Promise<Challenge> => {
  const { sealKey } = await findAgent(findCredential, agentId);
  return { nonce: createNonce(sealKey, agentId, clock.now()) };
};

/** Notes the session that signs in, and returns whether another one has replaced it before: then the key is used twice. */
const replaceSession = async (db: ScopedDatabase, agent: AgentCredential, sessionId: string): Promise<boolean> => {
  const own = db
    .selectFrom('agent_credentials')
    .where('tenant_id', '=', agent.tenantId)
    .where('agent_id', '=', agent.agentId);
  const { session_id: current, replaced_session_id: replaced } = await own
    .select(['session_id', 'replaced_session_id'])
    .executeTakeFirstOrThrow();
  if (current === sessionId) return false;
  await db
    .updateTable('agent_credentials')
    .set({ session_id: sessionId, replaced_session_id: current })
    .where('tenant_id', '=', agent.tenantId)
    .where('agent_id', '=', agent.agentId)
    .execute();
  return replaced === sessionId;
};

/** Spends the nonce: answers whether this call is the first that comes with it or a later one. */
const spendNonce = (
  { gate, clock }: Needs,
  recordPing: RecordPing,
  agent: AgentCredential,
  { made, sessionId }: { readonly made: Date; readonly sessionId: string | undefined },
): Promise<boolean> => {
  const context = systemContext({ name: 'agent sign-in', clock, tenantId: agent.tenantId });
  return gate.write(context, 'Devices:edit', async (db, change) => {
    change.exempt('agent_credentials', 'telemetry');
    change.exempt('pending_devices', 'telemetry');
    const result = await db
      .updateTable('agent_credentials')
      .set({ last_nonce: made })
      .where('tenant_id', '=', agent.tenantId)
      .where('agent_id', '=', agent.agentId)
      .where((eb) => eb.or([eb('last_nonce', 'is', null), eb('last_nonce', '<', made)]))
      .executeTakeFirst();
    if (agent.status === 'pending') await recordPing(db, agent, clock.now());
    const isFirst = result.numUpdatedRows > 0n;
    if (isFirst && sessionId !== undefined && (await replaceSession(db, agent, sessionId))) {
      change.exempt('devices', 'telemetry');
      await db
        .updateTable('devices')
        .set({ clone_detected: clock.now() })
        .where('tenant_id', '=', agent.tenantId)
        .where('device_id', '=', agent.agentId)
        .execute();
    }
    return isFirst;
  });
};

/**
 * Answers the device's token, or that the agent still waits to be promoted (which counts as a sign of life).
 *
 * @throws 401 for a nonce or signature that does not hold, 403 for a key that is refused.
 */
export const signInAgent = async (
  services: Needs,
  { recordPing, findCredential }: { readonly recordPing: RecordPing; readonly findCredential: AgentCredentialFinder },
  agentId: string,
  { nonce, signature, sessionId }: SignIn,
): Promise<SignedIn> => {
  const agent = await findAgent(findCredential, agentId);
  const now = services.clock.now();
  const made = readNonce(agent.sealKey, agentId, nonce, now);
  if (!made || !signatureHolds(agent.publicKey, signInText(agentId, nonce), signature)) {
    throw unauthorized('The nonce or its signature does not hold.');
  }
  if (agent.status === 'refused') throw forbidden('This agent was refused. Enrol it again.');
  if (!(await spendNonce(services, recordPing, agent, { made, sessionId })))
    throw unauthorized('The nonce was used already.');
  if (agent.status === 'pending') return { status: 'pending' };
  return {
    status: 'promoted',
    deviceId: agentId,
    token: createDeviceToken(agent.sealKey, agentId, now),
    expiresIn: tokenLifetime / 1_000,
  };
};
