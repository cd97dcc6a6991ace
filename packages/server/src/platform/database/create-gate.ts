import type { Permission } from '@cfs/contracts/permissions';
import type { Clock } from '../clock.ts';
import type { Context, Scope } from '../context.ts';
import {
  createConnectionPool,
  type ConnectionPool,
  type ConnectionSettings,
  type PooledConnection,
} from './connection-pool.ts';
import type { AccessGate, Gate, ScopedDatabase, ScopeRequest } from './gate.ts';
import { createGuardedTexts } from './guarded-text.ts';
import { scopeOf } from './in-scope.ts';
import { createScopeKeys } from './scope-keys.ts';
import { kyselyOf, scopedDatabaseOf } from './scoped-database.ts';
import { textStream } from './text-stream.ts';

type PoolName = 'read' | 'stream' | 'write' | 'ingest' | 'access';

export interface GateOptions {
  /** One login per role: what the web and the worker do, what ingest does, and who finds out who somebody is. */
  readonly connections: Readonly<Record<'app' | 'ingest' | 'access', ConnectionSettings>>;
  readonly clock: Clock;
  readonly sizes?: Partial<Record<PoolName, number>>;
  /** Milliseconds; 10 s unless told otherwise, and two minutes for a batch of a stream, whose first may sort it all. */
  readonly statementTimeout?: number;
  /** Told of connections that broke while nobody used them. */
  readonly onConnectionError: (error: Error) => void;
}

const everything: Scope = { kind: 'all' };

/** Makes the gate; opens no connection before the first use. */
export const createGate = (options: GateOptions): Gate & AccessGate => {
  const timeouts = (name: PoolName) =>
    name === 'stream'
      ? { statementTimeout: options.statementTimeout ?? 120_000, acquireTimeout: 2_000 }
      : { statementTimeout: options.statementTimeout ?? 10_000, acquireTimeout: 10_000 };
  const pool = (name: PoolName, size: number): ConnectionPool =>
    createConnectionPool({
      connection: options.connections[name === 'ingest' || name === 'access' ? name : 'app'],
      name: `cfs-${name}`,
      size: options.sizes?.[name] ?? size,
      readOnly: name === 'read' || name === 'stream',
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

  const transaction = async <Result>(connection: PooledConnection, work: () => Promise<Result>): Promise<Result> => {
    await connection.query('begin', []);
    try {
      const result = await work();
      await connection.query('commit', []);
      return result;
    } catch (error) {
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
        return await transaction(connection, () => work(connection, key));
      } finally {
        signal.removeEventListener('abort', stop);
        await terminated;
      }
    });
  };

  const writing = async <Result>(scope: Scope, work: (db: ScopedDatabase) => Promise<Result>): Promise<Result> => {
    const key = await keys.keyOf(scope);
    return pools.write.use(undefined, (connection) =>
      transaction(connection, async () => {
        await connection.query(`select set_config('cfs.scope', $1, true)`, [key]);
        return work(scopedDatabaseOf(connection, key));
      }),
    );
  };

  /** Connections of this pool are in no other scope ever, so their sessions keep it and each commit saves a round trip. */
  const ingesting = async <Result>(work: (db: ScopedDatabase) => Promise<Result>): Promise<Result> => {
    const key = await keys.keyOf(everything);
    return pools.ingest.use(key, async (connection) => {
      await enter(connection, key);
      return transaction(connection, () => work(scopedDatabaseOf(connection, key)));
    });
  };

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

    write: (context: Context, request: Permission | readonly Permission[] | ScopeRequest, work) =>
      writing(scopeOf(context, request), work),

    ingest: (_context, work) => ingesting(work),

    access: (work) => pools.access.use(undefined, (connection) => work(kyselyOf(connection))),

    touchScopes: () => keys.touch(),

    async close() {
      await keys.forget().catch(options.onConnectionError);
      await Promise.all(Object.values(pools).map((each) => each.close()));
    },
  };
};
