import { createChange, type Change } from '../audit/change.ts';
import { createRecordProver } from '../audit/record-proof.ts';
import type { TableAudits } from '../audit/table-audit.ts';
import { createWriteTrail } from '../audit/write-trail.ts';
import type { Clock } from '../clock.ts';
import type { DerivedKeys } from '../secrets/derived-keys.ts';
import type { Context, Scope } from '../context.ts';
import {
  createConnectionPool,
  type ConnectionPool,
  type ConnectionSettings,
  type PooledConnection,
} from './connection-pool.ts';
import type { AccessGate, Gate, ScopedDatabase } from './gate.ts';
import { createGuardedTexts } from './guarded-text.ts';
import { scopeOf } from './in-scope.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { createScopeKeys } from './scope-keys.ts';
import { kyselyOf, scopedDatabaseOf } from './scoped-database.ts';
import { textStream } from './text-stream.ts';
import { createTurns } from './turns.ts';

type PoolName = 'read' | 'stream' | 'write' | 'ingest' | 'access';

export interface GateOptions {
  /** One login per role: what the web and the worker do, what ingest does, and who finds out who somebody is. */
  readonly connections: Readonly<Record<'app' | 'ingest' | 'access', ConnectionSettings>>;
  readonly clock: Clock;
  /** Prove the records of the audit. */
  readonly keys: DerivedKeys;
  /** What writes to each table must record; a table that is not named asks for nothing. */
  readonly tables?: TableAudits;
  readonly sizes?: Partial<Record<PoolName, number>>;
  /** Milliseconds; 10 s unless told otherwise, and two minutes for a batch of a stream, whose first may sort it all. */
  readonly statementTimeout?: number;
  /** Told of connections that broke while nobody used them. */
  readonly onConnectionError: (error: Error) => void;
  /** Told, each time, why PostgreSQL undid a write that is now run again: another was in its way. */
  readonly onConflict?: (error: Error) => void;
}

/** Milliseconds that a call waits before it is told that the database is busy, be it for its turn or for a connection. */
const longestWait = 10_000;

const everything: Scope = { kind: 'all' };

/** Makes the gate; opens no connection before the first use. */
export const createGate = (options: GateOptions): Gate & AccessGate => {
  const prove = createRecordProver(options.keys);
  const timeouts = (name: PoolName) =>
    name === 'stream'
      ? { statementTimeout: options.statementTimeout ?? 120_000, acquireTimeout: 2_000 }
      : { statementTimeout: options.statementTimeout ?? 10_000, acquireTimeout: longestWait };
  const pool = (name: PoolName, size: number): ConnectionPool =>
    createConnectionPool({
      connection: options.connections[name === 'ingest' || name === 'access' ? name : 'app'],
      name: `cfs-${name}`,
      size: options.sizes?.[name] ?? size,
      readOnly: name === 'read' || name === 'stream',
      pipelined: name === 'write' || name === 'ingest',
      onIdleError: options.onConnectionError,
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
  const turns = createTurns(2, longestWait);

  const enter = async (connection: PooledConnection, key: string): Promise<void> => {
    if (connection.scopeKey === key) return;
    connection.scopeKey = undefined;
    await connection.query(`select set_config('cfs.scope', $1, false)`, [key]);
    connection.scopeKey = key;
  };

  const reading = async <Result>(
    scope: Scope,
    work: (connection: PooledConnection, key: string) => Promise<Result>,
  ): Promise<Result> => {
    const key = await keys.keyOf(scope);
    return pools.read.use(key, async (connection) => {
      await enter(connection, key);
      return work(connection, key);
    });
  };

  /** Commits what the work has begun and done, or takes it back. */
  const transaction = async <Result>(connection: PooledConnection, work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await work();
      await connection.query('commit', []);
      return result;
    } catch (error) {
      // More may follow upon what is still under way: it must not meet the next transaction.
      if (connection.isBusy) connection.discard();
      // A connection that PostgreSQL failed on is destroyed by the pool, and its transaction with it.
      await connection.query('rollback', []).catch(() => undefined);
      throw error;
    }
  };

  /** Ends the backend, which a mere cancellation would miss between two statements. */
  const terminate = async (connection: PooledConnection): Promise<void> => {
    connection.discard();
    const { processId } = connection;
    await pools.read
      .use(undefined, (other) => other.query('select pg_terminate_backend($1)', [processId]))
      .catch(options.onConnectionError);
  };

  const streaming = async <Result>(
    scope: Scope,
    signal: AbortSignal,
    work: (connection: PooledConnection, key: string) => Promise<Result>,
  ): Promise<Result> => {
    const key = await keys.keyOf(scope);
    return pools.stream.use(key, async (connection) => {
      signal.throwIfAborted();
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
   * The work's first statements go out with those that begin the transaction. Should they fail, it is in no scope, and
   * refused for that.
   */
  const attempt = async <Result>(
    pool: ConnectionPool,
    scope: Scope,
    work: (db: ScopedDatabase, connection: PooledConnection) => Promise<Result>,
  ): Promise<Result> => {
    const key = await keys.keyOf(scope);
    return pool.use(undefined, (connection) =>
      transaction(connection, async () => {
        const begun = Promise.all([
          connection.query('begin', []),
          connection.query(`select set_config('cfs.scope', $1, true)`, [key]),
        ]);
        // It is awaited after the work, and may fail before.
        begun.catch(() => undefined);
        return work(scopedDatabaseOf(connection, key), connection).finally(() => begun);
      }),
    );
  };

  /** The work with the trail of what it writes, which ends with it: an attempt knows nothing of the one before. */
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
      reading(scopeOf(context, request), (connection, key) => query(scopedDatabaseOf(connection, key))),

    readText: (context, request, statement) =>
      reading(scopeOf(context, request), (connection, key) =>
        connection.text(guarded(statement.text, statement.values), [...statement.values, key]),
      ),

    readStream: (context, request, statement, signal, work) =>
      streaming(scopeOf(context, request), signal, (connection, key) =>
        work(textStream(connection, key, statement, signal)),
      ),

    write(context, request, work, about) {
      const write = () => writing(pools.write, scopeOf(context, request), audited(context, work));
      return about === undefined ? write() : turns(about, write);
    },

    ingest: (_context, work) => writing(pools.ingest, everything, work),

    access: (work) => pools.access.use(undefined, (connection) => work(kyselyOf(connection))),

    touchScopes: () => keys.touch(),

    async close() {
      await keys.forget().catch(options.onConnectionError);
      await Promise.all(Object.values(pools).map((each) => each.close()));
    },
  };
};
