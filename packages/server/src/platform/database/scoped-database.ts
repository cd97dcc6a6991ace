import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import { writtenTables } from '../audit/written-tables.ts';
import type { PooledConnection } from './pooled-connection.ts';
import type { ScopedDatabase } from './gate.ts';
import type { Database } from './schema.ts';
import { expectScope, ScopeGuard, UnguardedStatementError } from './scope-guard.ts';

const reading = new Set(['SELECT']);

/** Executes compiled statements and reports their writes to the transaction's trail. */
const execute = async (connection: PooledConnection, query: CompiledQuery) => {
  const { trail } = connection;
  const result = await connection.query(query.sql, query.parameters);
  if (trail && result.rowCount !== 0) trail.wrote(writtenTables(query));
  return result;
};

const asDatabaseConnection = (connection: PooledConnection): DatabaseConnection => ({
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await execute(connection, query);
    return {
      rows: result.rows as Row[],
      ...(!reading.has(result.command) && { numAffectedRows: BigInt(result.rowCount ?? 0) }),
    };
  },
  async *streamQuery() {
    throw new Error('A scoped connection streams only through the gate.');
  },
});

/** A Kysely driver over a single connection that the caller acquires and releases. */
const driverOf = (connection: PooledConnection): Driver => {
  const given = asDatabaseConnection(connection);
  const refuse = async (): Promise<void> => {
    throw new Error('Only the gate begins and ends transactions.');
  };
  return {
    init: async () => {},
    acquireConnection: async () => given,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
};

const kyselys = new WeakMap<PooledConnection, Kysely<Database>>();

/** Kysely over the connection, cached by connection. */
export const kyselyOf = (connection: PooledConnection): Kysely<Database> => {
  const known = kyselys.get(connection);
  if (known) return known;
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOf(connection),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const kysely = new Kysely<Database>({ dialect });
  kyselys.set(connection, kysely);
  return kysely;
};

const scopedDatabases = new WeakMap<PooledConnection, { readonly key: string; readonly db: ScopedDatabase }>();

/** Kysely whose statements check the key's scope; the most recent instance is cached by connection. */
export const scopedDatabaseOf = (connection: PooledConnection, key: string): ScopedDatabase => {
  const known = scopedDatabases.get(connection);
  if (known?.key === key) return known.db;
  const db = createScopedDatabase(connection, key);
  scopedDatabases.set(connection, { key, db });
  return db;
};

const createScopedDatabase = (connection: PooledConnection, key: string): ScopedDatabase => {
  const plain = kyselyOf(connection);
  const compile = <Row>(query: RawBuilder<Row> | Compilable<Row>): CompiledQuery<Row> =>
    'isRawBuilder' in query ? query.compile(plain) : query.compile();
  return Object.assign(plain.withPlugin(new ScopeGuard(key)), {
    scopeGuard: expectScope(key),
    async guarded<Row>(query: RawBuilder<Row> | Compilable<Row>): Promise<Row[]> {
      const compiled = compile(query);
      const position = compiled.parameters.length + 1;
      const text = `select guarded.* from (${compiled.sql}) guarded where gate.expect_scope($${position})`;
      const result = await connection.query(text, [...compiled.parameters, key]);
      return result.rows as Row[];
    },
    async run<Row>(query: RawBuilder<Row>): Promise<Row[]> {
      const compiled = query.compile(plain);
      if (!compiled.sql.includes('gate.expect_scope(') || !compiled.parameters.includes(key))
        throw new UnguardedStatementError('A raw SQL statement must contain db.scopeGuard.');
      const result = await execute(connection, compiled);
      return result.rows as Row[];
    },
  });
};
