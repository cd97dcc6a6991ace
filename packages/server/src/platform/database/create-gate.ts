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
import { scopeOf } from './in-scope.ts';
import { createScopeKeys } from './scope-keys.ts';
import { kyselyOf, scopedDatabaseOf } from './scoped-database.ts';

export interface GateOptions {
  /** One login per role: what the web and the worker do, what ingest does, and who finds out who somebody is. */
  readonly connections: Readonly<Record<'app' | 'ingest' | 'access', ConnectionSettings>>;
  readonly clock: Clock;
  readonly sizes?: Partial<Record<'read' | 'write' | 'ingest' | 'access', number>>;
  /** Milliseconds; 10 s unless told otherwise. */
  readonly statementTimeout?: number;
  /** Told of connections that broke while nobody used them. */
  readonly onConnectionError: (error: Error) => void;
}

const everything: Scope = { kind: 'all' };

/** Makes the gate; opens no connection before the first use. */
export const createGate = (options: GateOptions): Gate & AccessGate => {
  const timeouts = { statementTimeout: options.statementTimeout ?? 10_000, acquireTimeout: 10_000 };
  const pool = (name: 'read' | 'write' | 'ingest' | 'access', size: number): ConnectionPool =>
    createConnectionPool({
      connection: options.connections[name === 'ingest' || name === 'access' ? name : 'app'],
      name: `cfs-${name}`,
      size: options.sizes?.[name] ?? size,
      readOnly: name === 'read',
      onIdleError: options.onConnectionError,
      ...timeouts,
    });
  const pools = {
    read: pool('read', 8),
    write: pool('write', 6),
    ingest: pool('ingest', 2),
    access: pool('access', 3),
  };
  const keys = createScopeKeys(pools.access, options.clock);

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
      reading(scopeOf(context, request), async (connection, key) => {
        const position = statement.values.length + 1;
        const result = await connection.query(
          `select guarded.* from (${statement.text}) guarded where gate.expect_scope($${position})`,
          [...statement.values, key],
        );
        const [row] = result.rows as Record<string, unknown>[];
        const text: unknown = row && Object.values(row)[0];
        if (typeof text !== 'string') throw new TypeError('The statement did not answer one text.');
        return text;
      }),

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
