import { sql } from 'kysely';
import { systemContext } from '../../platform/context.ts';
import { textArray, timeArray, uuidArray } from '../../platform/database/binary-arrays.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { clockSkewMilliseconds } from './agent-seal.ts';
import type { AgentCredential } from './find-agent-credential.ts';

type Needs = Pick<Services, 'gate' | 'clock'>;

/** Records, in the caller's transaction, that an agent which waits for its promotion has signed in. */
export type RecordPing = (
  db: ScopedDatabase,
  agent: { readonly tenantId: string; readonly agentId: string },
  now: Date,
) => Promise<void>;

/** A sign-in whose nonce and signature are valid. */
export interface VerifiedSignIn {
  readonly agent: Pick<AgentCredential, 'tenantId' | 'agentId' | 'status'>;
  /** When the nonce was created. */
  readonly made: Date;
  /** In lower case; `undefined` if the agent sends none. */
  readonly sessionId: string | undefined;
}

/**
 * Marks the nonce of a sign-in as used. Resolves with false if this nonce or a later one of the agent was used before.
 */
export type NonceSpender = (signIn: VerifiedSignIn) => Promise<boolean>;

interface Waiting {
  readonly signIn: VerifiedSignIn;
  readonly spent: PromiseWithResolvers<boolean>;
}

const maxAtOnce = 500;

/**
 * Marks those nonces as used that are newer than the last one of their agents, and stores the session ids. A last nonce
 * in the future, issued while the server's clock was ahead, is ignored: it would lock its agent out until then.
 * `isClone` is true if a session signs in that another one has replaced before: two machines use the key.
 */
const spend = (
  db: ScopedDatabase,
  signIns: readonly VerifiedSignIn[],
  now: Date,
): Promise<{ readonly agentId: string; readonly isClone: boolean }[]> =>
  db.run(sql`
    with spent as (
      select spent.agent_id, spent.made, spent.session_id::uuid as session_id
      from unnest(
        ${uuidArray(signIns.map(({ agent }) => agent.agentId))}::uuid[],
        ${timeArray(signIns.map(({ made }) => made.getTime()))}::timestamptz[],
        ${textArray(signIns.map(({ sessionId }) => sessionId ?? null))}::text[]
      ) as spent(agent_id, made, session_id)
    ), held as (
      select spent.*, credential.session_id as former, credential.replaced_session_id as replaced
      from agent_credentials credential
      join spent using (agent_id)
      where (credential.last_nonce is null or credential.last_nonce < spent.made
          or credential.last_nonce > ${new Date(now.getTime() + clockSkewMilliseconds)}::timestamptz)
        and ${db.scopeGuard}
      order by credential.agent_id
      for update of credential
    ), noted as (
      update agent_credentials credential set
        last_nonce = held.made,
        session_id = coalesce(held.session_id, held.former),
        replaced_session_id = case
          when held.session_id is not null and held.session_id is distinct from held.former then held.former
          else held.replaced end
      from held
      where credential.agent_id = held.agent_id
    )
    select agent_id as "agentId", coalesce(session_id = replaced and session_id is distinct from former, false) as "isClone"
    from held`);

/**
 * Creates a spender that collects sign-ins while a transaction runs and stores them in the next one: a starting fleet
 * signs in within a minute. Two sign-ins of one agent are never in the same transaction.
 */
export const createNonceSpender = ({ gate, clock }: Needs, recordPing: RecordPing): NonceSpender => {
  const context = systemContext({ name: 'agent sign-in', clock, tenantId: 'all' });
  let waiting: readonly Waiting[] = [];
  let running = false;

  const spendAll = (signIns: readonly VerifiedSignIn[]): Promise<ReadonlySet<string>> =>
    gate.write(context, 'Devices:edit', async (db, change) => {
      change.exempt('agent_credentials', 'telemetry');
      change.exempt('pending_devices', 'telemetry');
      const first = await spend(db, signIns, clock.now());
      for (const { agent } of signIns) if (agent.status === 'pending') await recordPing(db, agent, clock.now());
      const clones = first.filter(({ isClone }) => isClone).map(({ agentId }) => agentId);
      if (clones.length > 0) {
        change.exempt('devices', 'telemetry');
        await db
          .updateTable('devices')
          .set({ clone_detected: clock.now() })
          .where((row) => row('device_id', '=', row.fn.any(row.val(clones))))
          .execute();
      }
      return new Set(first.map(({ agentId }) => agentId));
    });

  const takeBatch = (): readonly Waiting[] => {
    const batch = new Map<string, Waiting>();
    for (const each of waiting) {
      const { agentId } = each.signIn.agent;
      if (batch.size < maxAtOnce && !batch.has(agentId)) batch.set(agentId, each);
    }
    const taken = new Set(batch.values());
    waiting = waiting.filter((each) => !taken.has(each));
    return [...taken];
  };

  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        const first = await spendAll(batch.map(({ signIn }) => signIn));
        for (const { signIn, spent } of batch) spent.resolve(first.has(signIn.agent.agentId));
      } catch (error) {
        for (const { spent } of batch) spent.reject(error);
      }
    }
    running = false;
  };

  return (signIn) => {
    const spent = Promise.withResolvers<boolean>();
    waiting = [...waiting, { signIn, spent }];
    if (!running) void run();
    return spent.promise;
  };
};
