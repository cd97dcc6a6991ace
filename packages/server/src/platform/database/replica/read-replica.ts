import { setTimeout as pause } from 'node:timers/promises';
import { actorId, type Actor, type Context } from '../../context.ts';
import { DatabaseBusyError, DatabaseLostError, isDatabaseError } from '../database-errors.ts';
import type { ConnectionPool } from '../connection-pool.ts';
import type { PooledConnection } from '../pooled-connection.ts';
import { createPositionSamples } from './position-samples.ts';
import { readSystemIdentifier } from './system-identifier.ts';
import { later, walPositionOf, type WalPosition } from './wal-position.ts';

/** Where a read that may lag ran: on the replica, or on the primary, and why. */
export type ReplicaOutcome = 'replica' | 'behind' | 'busy' | 'unavailable' | 'cancelled';

/** The kinds of reads, each with connections of its own. */
export type ReplicaAccess = 'read' | 'stream';

export interface ReadReplicaOptions {
  readonly pools: Readonly<Record<ReplicaAccess, ConnectionPool>>;
  /** Connections to the primary that need no scope. */
  readonly primary: ConnectionPool;
  /** A position of the write-ahead log that includes the definition of the scope key. */
  readonly definitionOf: (scopeKey: string) => WalPosition;
  /** Counts where reads ran. */
  readonly onRead?: ((outcome: ReplicaOutcome) => void) | undefined;
  /** Called when the replica cannot be reached, and when a sample of the primary's position fails. */
  readonly onError: (error: Error) => void;
}

/** Physical replicas of the database behind one address. */
export interface ReadReplica {
  /**
   * Runs the work on a replica that has replayed the actor's own writes, the definition of the scope key, and all that
   * is older than 30 seconds. Resolves to `undefined` if the primary has to run it: no replica catches up in time, none
   * is known to be reachable, no connection becomes free in time, or the work was cancelled by the recovery of the
   * replica or lost with its connection before it called `begun`.
   */
  attempt<Result>(
    access: ReplicaAccess,
    request: { readonly context: Pick<Context, 'actor' | 'tenantId'>; readonly scopeKey: string },
    work: (connection: PooledConnection, begun: () => void) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined>;
  close(): Promise<void>;
}

/** The address leads to a database that is not a physical replica of the primary. */
export class ForeignReplicaError extends Error {
  override name = 'ForeignReplicaError';

  constructor() {
    super('It is not a physical replica of the database of DATABASE_URL.');
  }
}

/** How far a read may lag behind the primary. */
const maxLagMilliseconds = 30_000;
/** Interval at which the primary's position is sampled, and a replica that is not known to be reachable is probed. */
const sampleMilliseconds = 5_000;
/**
 * How long a read waits for a free connection to the replica, and then for the replica to catch up. A stream may wait
 * longer: it runs for a long time, and always follows a write, its own audit record.
 */
export const maxReplicaWaitMilliseconds: Readonly<Record<ReplicaAccess, number>> = { read: 250, stream: 2_000 };
const firstPauseMilliseconds = 5;
/** The timeout of the queries before a read: longer than an overloaded replica stalls. */
const answerMilliseconds = 1_000;

/** Cancelled by a conflict with recovery, or by the end of the replica (PostgreSQL manual, Appendix A). */
const cancellations = new Set(['40001', '40P01', '57P01', '57P02', '57P03', '57P04']);

const isCancelled = (error: unknown): boolean =>
  (error instanceof DatabaseLostError || isDatabaseError(error)) && cancellations.has(error.code ?? '');

const rowOf = async <Row>(
  connection: PooledConnection,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> => {
  const [row] = (await connection.query(text, values)).rows as [Row];
  return row;
};

/** Breaks the connection if the replica does not respond in time. */
const answerOf = async <Answer>(connection: PooledConnection, asked: Promise<Answer>): Promise<Answer> => {
  const timer = setTimeout(() => connection.break(), answerMilliseconds);
  return asked.finally(() => clearTimeout(timer));
};

/** A promoted replica has all that the primary had. */
const readReplayed = async (connection: PooledConnection): Promise<WalPosition> => {
  const { position } = await rowOf<{ position: string }>(
    connection,
    `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end)::text
      as position`,
  );
  return walPositionOf(position);
};

export const createReadReplica = (options: ReadReplicaOptions): ReadReplica => {
  const { pools, primary, definitionOf, onRead, onError } = options;
  const samples = createPositionSamples(maxLagMilliseconds);
  /** Connections that are verified to lead to a replica of the primary; a connection stays with one server. */
  const proven = new WeakSet<PooledConnection>();
  let isReachable = false;
  let identifier: Promise<string> | undefined;

  /** The position of the actor's last write, 0 if it is old; also takes a sample. */
  const lastWriteOf = async (id: string | undefined): Promise<WalPosition> => {
    const { written, current } = await primary.use(undefined, (connection) =>
      rowOf<{ written: string | null; current: string }>(
        connection,
        'select gate.write_position($1::uuid)::text as written, gate.committed_position()::text as current',
        [id ?? null],
      ),
    );
    samples.add(walPositionOf(current));
    return written === null ? 0n : walPositionOf(written);
  };

  const requiredOf = async (actor: Actor, scopeKey: string): Promise<WalPosition> => {
    const written = await lastWriteOf(actorId(actor));
    const floor = samples.latestBefore(maxLagMilliseconds - sampleMilliseconds);
    return later(later(written, floor), definitionOf(scopeKey));
  };

  const identifierOfPrimary = (): Promise<string> => {
    identifier ??= primary.use(undefined, readSystemIdentifier).catch((error: unknown) => {
      identifier = undefined;
      throw error;
    });
    return identifier;
  };

  const expectReplica = async (connection: PooledConnection): Promise<void> => {
    if (proven.has(connection)) return;
    const wanted = await identifierOfPrimary();
    if ((await answerOf(connection, readSystemIdentifier(connection))) !== wanted) {
      connection.discard();
      throw new ForeignReplicaError();
    }
    proven.add(connection);
  };

  /** Queries the replica before every read: one that no longer responds is detected here, where the wait is short. */
  const catchesUp = async (connection: PooledConnection, position: WalPosition, milliseconds: number) => {
    const end = performance.now() + milliseconds;
    for (let wait = firstPauseMilliseconds; ; wait *= 2) {
      if ((await answerOf(connection, readReplayed(connection))) >= position) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      await pause(Math.min(wait, left));
    }
  };

  const count = (outcome: ReplicaOutcome): undefined => {
    onRead?.(outcome);
  };

  const leaveAlone = (error: unknown): void => {
    isReachable = false;
    onError(error instanceof Error ? error : new Error(String(error)));
  };

  /** The only use of a replica that is not known to be reachable, so that no read waits for it. */
  const probe = async (): Promise<void> => {
    try {
      await identifierOfPrimary();
      await pools.read.use(undefined, async (connection) => {
        await expectReplica(connection);
        await answerOf(connection, readReplayed(connection));
      });
      isReachable = true;
    } catch (error) {
      leaveAlone(error);
    }
  };

  const watch = setInterval(() => {
    lastWriteOf(undefined).catch(onError);
    if (!isReachable) void probe();
  }, sampleMilliseconds).unref();
  void probe();

  return {
    async attempt(access, { context: { actor, tenantId }, scopeKey }, work) {
      if (!isReachable) return count('unavailable');
      const position = await requiredOf(actor, scopeKey);
      let stage = 'connecting' as 'connecting' | 'working' | 'begun';
      try {
        const attempted = async (connection: PooledConnection) => {
          await expectReplica(connection);
          if (!(await catchesUp(connection, position, maxReplicaWaitMilliseconds[access]))) return count('behind');
          stage = 'working';
          const result = await work(connection, () => (stage = 'begun'));
          count('replica');
          return { result };
        };
        return await pools[access].use(scopeKey, attempted, tenantId);
      } catch (error) {
        if (stage === 'connecting' && error instanceof DatabaseBusyError) return count('busy');
        if (stage === 'working' && isCancelled(error)) return count('cancelled');
        if (stage === 'begun' || (stage === 'working' && !(error instanceof DatabaseLostError))) throw error;
        leaveAlone(error);
        return count('unavailable');
      }
    },
    async close() {
      clearInterval(watch);
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
};
