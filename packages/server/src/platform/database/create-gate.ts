import { createChange, type Change } from '../audit/change.ts';
import { createRecordProver } from '../audit/record-proof.ts';
import type { TableAudits } from '../audit/table-audit.ts';
import { createWriteTrail } from '../audit/write-trail.ts';
import type { Clock } from '../clock.ts';
import type { DerivedKeys } from '../secrets/derived-keys.ts';
import type { Context, Scope } from '../context.ts';
import { ambientOrigin } from '../tracing/ambient-origin.ts';
import type { Tracing } from '../tracing/tracing.ts';
import {
  createConnectionPool,
  type ConnectionPool,
  type ConnectionSettings,
  type PooledConnection,
} from './connection-pool.ts';
import type { AccessGate, AccessKind, Gate, ScopedDatabase } from './gate.ts';
import { createGuardedTexts } from './guarded-text.ts';
import { scopeOf } from './in-scope.ts';
import { observeStatements, type StatementDurations } from './observe-statements.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { createScopeKeys } from './scope-keys.ts';
import { kyselyOf, scopedDatabaseOf } from './scoped-database.ts';
import { textStream } from './text-stream.ts';
import { createTurns } from './turns.ts';

export interface GateOptions {
  /** One login for each role: the application (web and worker), ingest, and authentication of callers. */
  readonly connections: Readonly<Record<'app' | 'ingest' | 'access', ConnectionSettings>>;
  readonly clock: Clock;
  /** The keys that seal audit records. */
  readonly keys: DerivedKeys;
  /** The audit requirements of writes by table; a table without an entry has none. */
  readonly tables?: TableAudits;
  readonly sizes?: Partial<Record<AccessKind, number>>;
  /**
   * Statement timeout in milliseconds; default 10 s, and 2 min for a batch of a stream, whose first fetch may sort all
   * rows.
   */
  readonly statementTimeout?: number;
  /** Takes the durations of statements by kind of access. */
  readonly durations?: StatementDurations | undefined;
  readonly tracing?: Tracing | undefined;
  /** Called when an idle connection breaks. */
  readonly onConnectionError: (error: Error) => void;
  /** Called when PostgreSQL rolls back a write because of a conflict, before it is retried. */
  readonly onConflict?: (error: Error) => void;
}

/** Maximum milliseconds that a call waits for its turn or for a connection. */
const maxWaitMilliseconds = 10_000;

const everything: Scope = { kind: 'all' };

/** Creates the gate; connections are opened on demand. */
export const createGate = (options: GateOptions): Gate & AccessGate => {
  const prove = createRecordProver(options.keys);
  const timeouts = (name: AccessKind) =>
    name === 'stream'
      ? { statementTimeout: options.statementTimeout ?? 120_000, acquireTimeout: 2_000 }
      : { statementTimeout: options.statementTimeout ?? 10_000, acquireTimeout: maxWaitMilliseconds };
  const pool = (name: AccessKind, size: number): ConnectionPool =>
    createConnectionPool({
      connection: options.connections[name === 'ingest' || name === 'access' ? name : 'app'],
      name: `cfs-${name}`,
      size: options.sizes?.[name] ?? size,
      readOnly: name === 'read' || name === 'stream',
      pipelined: name === 'write' || name === 'ingest',
      onIdleError: options.onConnectionError,
      observe: observeStatements(name, options),
      ...timeouts(name),
    });
  const pools = {
    read: pool('read', 8),
    stream: pool('stream', 4),
    write: pool('write', 6),
    ingest: pool('ingest', 2),
    access: pool('access', 3),
  };
  const keys = createScopeKeys(pools.access, options.clock);
  const guarded = createGuardedTexts();
  const turns = createTurns(2, maxWaitMilliseconds);

  const enter = async (connection: PooledConnection, key: string): Promise<void> => {
    if (connection.scopeKey === key) return;
    connection.scopeKey = undefined;
    await connection.query(`select set_config('cfs.scope', $1, false)`, [key]);
    connection.scopeKey = key;
  };

  const reading = async <Result>(
    { span }: Context,
    scope: Scope,
    work: (connection: PooledConnection, key: string) => Promise<Result>,
  ): Promise<Result> => {
    const key = await keys.keyOf(scope);
    return pools.read.use(key, async (connection) => {
      connection.span = span;
      await enter(connection, key);
      return work(connection, key);
    });
  };

  /** Commits the work, or rolls it back if it throws. */
  const transaction = async <Result>(connection: PooledConnection, work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await work();
      await connection.query('commit', []);
      return result;
    } catch (error) {
      // Statements may still be in flight; they must not reach the next transaction.
      if (connection.isBusy) connection.discard();
      // After a database error the pool destroys the connection, and its transaction with it.
      await connection.query('rollback', []).catch(() => undefined);
      throw error;
    }
  };

  /** Terminates the backend: a cancel request has no effect between two statements. */
  const terminate = async (connection: PooledConnection): Promise<void> => {
    connection.discard();
    const { processId } = connection;
    await pools.read
      .use(undefined, (other) => other.query('select pg_terminate_backend($1)', [processId]))
      .catch(options.onConnectionError);
  };

  const streaming = async <Result>(
    { span }: Context,
    scope: Scope,
    signal: AbortSignal,
    work: (connection: PooledConnection, key: string) => Promise<Result>,
  ): Promise<Result> => {
    const key = await keys.keyOf(scope);
    return pools.stream.use(key, async (connection) => {
      signal.throwIfAborted();
      connection.span = span;
      await enter(connection, key);
      let terminated: Promise<void> | undefined;
      const stop = (): void => void (terminated = terminate(connection));
      signal.addEventListener('abort', stop, { once: true });
      try {
        return await transaction(connection, async () => {
          await connection.query('begin', []);
          return work(connection, key);
        });
      } finally {
        signal.removeEventListener('abort', stop);
        await terminated;
      }
    });
  };

  /**
   * The first statements of the work are sent together with those that begin the transaction. If the latter fail, the
   * former run without a scope and are refused.
   */
  const attempt = async <Result>(
    pool: ConnectionPool,
    { span }: Context,
    scope: Scope,
    work: (db: ScopedDatabase, connection: PooledConnection) => Promise<Result>,
  ): Promise<Result> => {
    const key = await keys.keyOf(scope);
    return pool.use(undefined, (connection) => {
      connection.span = span;
      return transaction(connection, async () => {
        const begun = Promise.all([
          connection.query('begin', []),
          connection.query(`select set_config('cfs.scope', $1, true)`, [key]),
        ]);
        // Awaited after the work; it may reject earlier.
        begun.catch(() => undefined);
        return work(scopedDatabaseOf(connection, key), connection).finally(() => begun);
      });
    });
  };

  /** Attaches a write trail to the work; each attempt has a trail of its own. */
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
    read: (context, request, query) =>
      reading(context, scopeOf(context, request), (connection, key) => query(scopedDatabaseOf(connection, key))),

    readText: (context, request, statement) =>
      reading(context, scopeOf(context, request), (connection, key) =>
        connection.text(guarded(statement.text, statement.values), [...statement.values, key]),
      ),

    readStream: (context, request, statement, signal, work) =>
      streaming(context, scopeOf(context, request), signal, (connection, key) =>
        work(textStream(connection, key, statement, signal)),
      ),

    write(context, request, work, about) {
      const write = () => writing(pools.write, context, scopeOf(context, request), audited(context, work));
      return about === undefined ? write() : turns(about, write);
    },

    ingest: (context, work) => writing(pools.ingest, context, everything, work),

    access: (work) =>
      pools.access.use(undefined, (connection) => {
        connection.span = ambientOrigin()?.span;
        return work(kyselyOf(connection));
      }),

    touchScopes: () => keys.touch(),

    loads: () => ({
      read: pools.read.load(),
      stream: pools.stream.load(),
      write: pools.write.load(),
      ingest: pools.ingest.load(),
      access: pools.access.load(),
    }),

    async close() {
      await keys.forget().catch(options.onConnectionError);
      await Promise.all(Object.values(pools).map((each) => each.close()));
    },
  };
};
