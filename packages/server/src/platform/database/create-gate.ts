import { createChange, type Change } from '../audit/change.ts';
import { createRecordProver } from '../audit/record-proof.ts';
import type { TableAudits } from '../audit/table-audit.ts';
import { createWriteTrail } from '../audit/write-trail.ts';
import type { Clock } from '../clock.ts';
import type { DerivedKeys } from '../secrets/derived-keys.ts';
import { actorId, type Context, type Scope } from '../context.ts';
import { ambientOrigin } from '../tracing/ambient-origin.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { webShareOf } from '../web-share.ts';
import { createConnectionPool, type ConnectionPool, type PoolOptions } from './connection-pool.ts';
import { isDatabaseError } from './database-errors.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { PooledConnection } from './pooled-connection.ts';
import type { AccessGate, AccessKind, Gate, Reads, ScopedDatabase } from './gate.ts';
import { scopeOf } from './in-scope.ts';
import { observeStatements, type StatementDurations } from './observe-statements.ts';
import {
  createReadReplica,
  maxReplicaWaitMilliseconds,
  type ReadReplica,
  type ReplicaAccess,
  type ReplicaOutcome,
} from './replica/read-replica.ts';
import { createReads, type ReadPlace } from './reads.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { createScopeKeys } from './scope-keys.ts';
import { kyselyOf, scopedDatabaseOf } from './scoped-database.ts';
import { endTransaction } from './transaction.ts';
import { createTurns } from '../limits/turns.ts';

export interface GateOptions {
  /** One login for each role: the application (web and worker), ingest, and authentication of callers. */
  readonly connections: Readonly<Record<'app' | 'ingest' | 'access', ConnectionSettings>>;
  /** The login of the application at a physical replica, for reads that may lag. */
  readonly replica?: ConnectionSettings | undefined;
  /** Counts where reads that may lag ran; called only with a replica. */
  readonly onLaggingRead?: (outcome: ReplicaOutcome) => void;
  readonly clock: Clock;
  /** The keys that seal audit records. */
  readonly keys: DerivedKeys;
  /** The audit requirements of writes by table; a table without an entry has none. */
  readonly tables?: TableAudits;
  readonly sizes?: Partial<Record<AccessKind, number>>;
  /** Among how many processes of a node the connections are divided; default 1. */
  readonly processes?: number;
  /**
   * Statement timeout in milliseconds; default 10 s, and 2 min for a batch of a stream, whose first fetch may sort all
   * rows.
   */
  readonly statementTimeout?: number;
  /** Records the durations of statements by kind of access. */
  readonly durations?: StatementDurations | undefined;
  readonly tracing?: Tracing | undefined;
  /** Called when an idle connection breaks. */
  readonly onConnectionError: (error: Error) => void;
  /** Called when the database does not know a scope, before it is defined again and the work retried. */
  readonly onUnknownScope?: (error: Error) => void;
  /** Called when PostgreSQL rolls back a write because of a conflict, before it is retried. */
  readonly onConflict?: (error: Error) => void;
}

/** Maximum milliseconds that a call waits for its turn or for a connection. */
const maxWaitMilliseconds = 10_000;

/** Connections of a node by kind of access, and the fewest with which a process of several can work. */
const connectionsOf: Readonly<Record<AccessKind, { readonly node: number; readonly min: number }>> = {
  read: { node: 8, min: 2 },
  stream: { node: 4, min: 1 },
  write: { node: 6, min: 2 },
  // One for each lane of the pipeline.
  ingest: { node: 2, min: 2 },
  access: { node: 3, min: 2 },
  'replica-read': { node: 8, min: 2 },
  'replica-stream': { node: 4, min: 1 },
};
/** Writes to one row that a node sends at a time: each holds a connection until it has the row. */
const writesToOneRow = 2;

/**
 * Milliseconds without an answer, beyond the statement timeout, after which a connection counts as lost: longer than
 * Patroni takes to replace a synchronous standby, for which commits wait.
 */
const silenceMilliseconds = 20_000;

/** Milliseconds in which a replica has to accept a connection: a read does not wait longer for one that is silent. */
const replicaConnectMilliseconds = 1_000;

/** Milliseconds without an answer of a replica beyond the statement timeout: no commit waits there. */
const replicaSilenceMilliseconds = 2_000;

/** Raised by `gate.scope_one` (migration 0060). */
const isUnknownScope = (error: unknown): error is Error => isDatabaseError(error) && error.code === 'CF002';

const everything: Scope = { kind: 'all' };

/** Creates the gate; connections are opened on demand, and one to find out whether the replica is reachable. */
export const createGate = (options: GateOptions): Gate & AccessGate => {
  const prove = createRecordProver(options.keys);
  const timeouts = (name: AccessKind) => {
    const isStream = name === 'stream' || name === 'replica-stream';
    const statementTimeout = options.statementTimeout ?? (isStream ? 120_000 : 10_000);
    return {
      statementTimeout,
      acquireTimeout: isStream ? 2_000 : maxWaitMilliseconds,
      silenceTimeout: statementTimeout + silenceMilliseconds,
    };
  };
  const processes = options.processes ?? 1;
  const sizeOf = (name: AccessKind): number => {
    const { node, min } = connectionsOf[name];
    return options.sizes?.[name] ?? Math.max(min, webShareOf(node, processes));
  };
  const pool = (name: AccessKind, replica: Partial<PoolOptions> = {}): ConnectionPool =>
    createConnectionPool({
      connection: options.connections[name === 'ingest' || name === 'access' ? name : 'app'],
      name: `cfs-${name}`,
      size: sizeOf(name),
      readOnly: name !== 'write' && name !== 'ingest' && name !== 'access',
      pipelined: name === 'write' || name === 'ingest',
      onIdleError: options.onConnectionError,
      onLost: () => keys.renew(),
      observe: observeStatements(name, options),
      ...timeouts(name),
      ...replica,
    });
  const replicaPool = (access: ReplicaAccess, connection: ConnectionSettings): ConnectionPool => {
    const name = `replica-${access}` as const;
    return pool(name, {
      connection,
      acceptsStandby: true,
      acquireTimeout: maxReplicaWaitMilliseconds[access],
      connectTimeout: replicaConnectMilliseconds,
      silenceTimeout: timeouts(name).statementTimeout + replicaSilenceMilliseconds,
      onLost: undefined,
    });
  };
  const pools = {
    read: pool('read'),
    stream: pool('stream'),
    write: pool('write'),
    ingest: pool('ingest'),
    access: pool('access'),
  };
  const replicaPools = options.replica && {
    read: replicaPool('read', options.replica),
    stream: replicaPool('stream', options.replica),
  };
  const keys = createScopeKeys(pools.access, options.clock, replicaPools !== undefined);
  const replica =
    replicaPools &&
    createReadReplica({
      pools: replicaPools,
      primary: pools.access,
      definitionOf: (key) => keys.definitionOf(key),
      onRead: options.onLaggingRead,
      onError: options.onConnectionError,
    });
  const turns = createTurns(webShareOf(writesToOneRow, processes), maxWaitMilliseconds);

  const terminateOn = (pool: ConnectionPool, connection: PooledConnection) => async (): Promise<void> => {
    connection.discard();
    const { processId } = connection;
    await pool
      .use(undefined, (other) => other.query('select pg_terminate_backend($1)', [processId]))
      .catch(options.onConnectionError);
  };

  const onPrimary = <Result>(
    access: 'read' | 'stream',
    { tenantId }: Context,
    scopeKey: string,
    work: (place: ReadPlace) => Promise<Result>,
  ): Promise<Result> =>
    pools[access].use(
      scopeKey,
      (connection) =>
        work({ connection, scopeKey, begun: () => undefined, terminate: terminateOn(pools.read, connection) }),
      tenantId,
    );

  /** Runs work in a scope. Scopes expire, and a database may lack the latest: an unknown one is defined again, once. */
  const inScope = async <Result>(scope: Scope, work: (key: string) => Promise<Result>): Promise<Result> => {
    const key = await keys.keyOf(scope);
    try {
      return await work(key);
    } catch (error) {
      if (!isUnknownScope(error)) throw error;
      options.onUnknownScope?.(error);
      await keys.discard(scope, key);
      return work(await keys.keyOf(scope));
    }
  };

  const reads = createReads((access, { context, scope }, work) =>
    inScope(scope, (key) => onPrimary(access, context, key, work)),
  );

  const readsOnReplica = ({ read }: Readonly<Record<'read', ConnectionPool>>, onReplica: ReadReplica): Reads =>
    createReads((access, { context, scope }, work) =>
      inScope(scope, async (scopeKey) => {
        const ran = await onReplica.attempt(access, { context, scopeKey }, (connection, begun) =>
          work({ connection, scopeKey, begun, terminate: terminateOn(read, connection) }),
        );
        return ran ? ran.result : onPrimary(access, context, scopeKey, work);
      }),
    );

  /** Notes the position of a person's or token's write, for its later reads from the replica. */
  const noteWrite = (connection: PooledConnection, { actor, clock }: Context): (() => Promise<void>) | undefined => {
    if (!replica || (actor.kind !== 'person' && actor.kind !== 'token')) return undefined;
    return () =>
      connection.query('select gate.note_write($1, $2)', [actorId(actor), clock.now()]).then(
        () => undefined,
        (error: Error) => options.onConnectionError(error),
      );
  };

  /**
   * The first statements of the work are sent together with those that begin the transaction. If the latter fail, the
   * former run without a scope and are refused.
   */
  const attempt = <Result>(
    pool: ConnectionPool,
    context: Context,
    scope: Scope,
    work: (db: ScopedDatabase, connection: PooledConnection) => Promise<Result>,
  ): Promise<Result> =>
    inScope(scope, (key) =>
      pool.use(
        undefined,
        (connection) => {
          connection.span = context.span;
          const begin = async (): Promise<Result> => {
            const begun = Promise.all([
              connection.query('begin', []),
              connection.query(`select set_config('cfs.scope', $1, true)`, [key]),
            ]);
            // Awaited after the work; it may reject earlier.
            begun.catch(() => undefined);
            return work(scopedDatabaseOf(connection, key), connection).finally(() => begun);
          };
          return endTransaction(connection, begin, noteWrite(connection, context));
        },
        context.tenantId,
      ),
    );

  /** Attaches a write trail to the work, a new one for each attempt. */
  const audited =
    <Result>(context: Context, work: (db: ScopedDatabase, change: Change) => Promise<Result>) =>
    async (db: ScopedDatabase, connection: PooledConnection): Promise<Result> => {
      const trail = createWriteTrail(options.tables ?? {});
      connection.trail = trail;
      try {
        const result = await work(db, createChange(db, prove, context, trail));
        trail.expectRecords();
        return result;
      } finally {
        connection.trail = undefined;
      }
    };

  const writing: typeof attempt = (...write) => retryConflicts(() => attempt(...write), options.onConflict);

  return {
    ...reads,
    lagging: replica && replicaPools ? readsOnReplica(replicaPools, replica) : reads,

    write(context, request, work, about) {
      const write = () => writing(pools.write, context, scopeOf(context, request), audited(context, work));
      return about === undefined ? write() : turns(about, write, context.tenantId);
    },

    ingest: (context, work) => writing(pools.ingest, context, everything, work),

    access: (work) =>
      pools.access.use(undefined, (connection) => {
        connection.span = ambientOrigin()?.span;
        return work(kyselyOf(connection));
      }),

    async touchScopes() {
      await keys.touch();
      await pools.access.use(undefined, (connection) =>
        connection.query('select gate.prune_write_positions($1)', [options.clock.now()]),
      );
    },

    loads: () => ({
      read: pools.read.load(),
      stream: pools.stream.load(),
      write: pools.write.load(),
      ingest: pools.ingest.load(),
      access: pools.access.load(),
      ...(replicaPools && {
        'replica-read': replicaPools.read.load(),
        'replica-stream': replicaPools.stream.load(),
      }),
    }),

    async close() {
      await replica?.close();
      const { access, ...scoped } = pools;
      // In this order: without its key a running statement would see no row.
      await Promise.all(Object.values(scoped).map((each) => each.close()));
      await keys.deleteAll().catch(options.onConnectionError);
      await access.close();
    },
  };
};
