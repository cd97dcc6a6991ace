import { createHash, createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConnectionPool } from './connection-pool.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { expectUsableSettings } from './expect-usable-settings.ts';
import type { PooledConnection } from './pooled-connection.ts';
import { setRolePasswords } from './set-role-passwords.ts';

/** The migrations of this server. */
export const migrationsDirectory = join(import.meta.dirname, '../../../migrations');

/** The first migration of databases from before version 0.2.0; their migrations are not part of this server. */
const firstMigrationBeforeRelease = '0001-foundation.sql';

/** A database that this server must not change: older or newer, or with another migration history. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

const readMigrations = async (directory: string): Promise<Migration[]> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
};

const prepareHistory = async (connection: PooledConnection): Promise<void> => {
  await connection.query('create schema if not exists migration', []);
  await connection.query(
    'create table if not exists migration.applied (name text primary key, checksum text not null, moment timestamptz(3) not null)',
    [],
  );
};

const tableExists = async (connection: PooledConnection, table: string): Promise<boolean> => {
  const { rows } = await connection.query('select to_regclass($1) is not null as exists', [table]);
  return (rows as { exists: boolean }[])[0]?.exists === true;
};

/** The checksums of the migrations that were applied, by name. */
const readHistory = async (connection: PooledConnection): Promise<ReadonlyMap<string, string>> => {
  if (!(await tableExists(connection, 'migration.applied'))) return new Map();
  const { rows } = await connection.query('select name, checksum from migration.applied', []);
  return new Map((rows as { name: string; checksum: string }[]).map((row) => [row.name, row.checksum]));
};

/** What a database has in place of the migrations of this server. */
export interface MigrationState {
  /** The number of applied migrations that this server has as well. */
  readonly applied: number;
  /** The names of the migrations that the next start applies. */
  readonly missing: readonly string[];
  /** Why this server must not serve the database, one line each. */
  readonly faults: readonly string[];
}

/** Why the database is not one of this server's. */
const foreignHistory = (done: ReadonlyMap<string, string>, migrations: readonly Migration[]): string | undefined => {
  if (done.has(firstMigrationBeforeRelease))
    return (
      'The database was created by a version before 0.2.0, whose data this version cannot use. ' +
      'Start with an empty database (DATABASE_URL) or, on a first run, with another DATA_DIR.'
    );
  const ours = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of done) {
    const known = ours.get(name);
    if (known === undefined)
      return `The database belongs to a newer version of the server (it has "${name}"). Update the server.`;
    if (known !== checksum)
      return `The database was created by another build (its "${name}" differs). Use that build or another database.`;
  }
  return undefined;
};

/** Throws if a schema that the first migration creates exists already. */
const expectFreeSchemas = async (connection: PooledConnection): Promise<void> => {
  const { rows } = await connection.query(
    `select nspname as name from pg_catalog.pg_namespace where nspname in ('cfs', 'gate') order by 1 limit 1`,
    [],
  );
  const [taken] = rows as { name: string }[];
  if (taken)
    throw new MigrationError(
      `The database of DATABASE_URL has a schema "${taken.name}" that this server did not create. Use an empty database.`,
    );
};

const apply = async (connection: PooledConnection, migration: Migration): Promise<void> => {
  await connection.query('begin', []);
  await connection.query(migration.text, []);
  await connection.query('insert into migration.applied values ($1, $2, clock_timestamp())', [
    migration.name,
    migration.checksum,
  ]);
  await connection.query('commit', []);
};

const otherMasterKey =
  'The master key is not the one that this database was created with. Restore that key (MASTER_KEY_FILE).';

const fingerprintOf = (masterKey: Uint8Array): string =>
  createHmac('sha256', masterKey).update('master key fingerprint').digest('hex');

/** Stores the fingerprint of the master key at the first start and compares it at later ones. */
const expectMasterKey = async (connection: PooledConnection, masterKey: Uint8Array): Promise<void> => {
  const fingerprint = fingerprintOf(masterKey);
  await connection.query('create table if not exists migration.master_key (fingerprint text primary key)', []);
  await connection.query(
    'insert into migration.master_key select $1::text where not exists (select from migration.master_key)',
    [fingerprint],
  );
  const { rows } = await connection.query('select fingerprint from migration.master_key', []);
  if ((rows as { fingerprint: string }[])[0]?.fingerprint !== fingerprint) throw new MigrationError(otherMasterKey);
};

const migrationPool = (owner: ConnectionSettings) =>
  createConnectionPool({
    connection: owner,
    name: 'cfs-migrate',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });

/** Compares the database with the migrations of this server and with the master key; changes nothing. */
export const readMigrationState = async (options: {
  readonly owner: ConnectionSettings;
  readonly masterKey: Uint8Array;
  readonly directory?: string;
}): Promise<MigrationState> => {
  const pool = migrationPool(options.owner);
  try {
    return await pool.use(undefined, async (connection) => {
      const migrations = await readMigrations(options.directory ?? migrationsDirectory);
      const done = await readHistory(connection);
      const stored = (await tableExists(connection, 'migration.master_key'))
        ? await connection.query('select fingerprint from migration.master_key', [])
        : { rows: [] };
      const [first] = stored.rows as { fingerprint: string }[];
      const isOtherKey = first !== undefined && first.fingerprint !== fingerprintOf(options.masterKey);
      const missing = migrations.filter(({ name }) => !done.has(name)).map(({ name }) => name);
      return {
        applied: migrations.length - missing.length,
        missing,
        faults: [
          foreignHistory(done, migrations),
          done.size > 0 && first === undefined ? 'The fingerprint of the master key is missing.' : undefined,
          isOtherKey ? otherMasterKey : undefined,
        ].filter((fault) => fault !== undefined),
      };
    });
  } finally {
    await pool.close();
  }
};

/**
 * Migrates the database to this server's version, as its owner: each missing migration in its own transaction, one node
 * at a time. Returns the names of the applied migrations.
 *
 * @throws MigrationError if the database is from before version 0.2.0, newer than the server, has another history or
 * master key, or schemas of another program; it is left unchanged.
 * @throws StartUpError if the version, the encoding or a setting of the database does not suit the server, or if the
 * owner may not set the passwords of the server's roles, and they differ.
 */
export const migrate = async (options: {
  readonly owner: ConnectionSettings;
  readonly masterKey: Uint8Array;
  readonly directory?: string;
}): Promise<string[]> => {
  const pool = migrationPool(options.owner);
  try {
    return await pool.use(undefined, async (connection) => {
      await expectUsableSettings(connection);
      await connection.query(`select pg_advisory_lock(hashtextextended('cfs.migrate', 0))`, []);
      const migrations = await readMigrations(options.directory ?? migrationsDirectory);
      const done = await readHistory(connection);
      const foreign = foreignHistory(done, migrations);
      if (foreign !== undefined) throw new MigrationError(foreign);
      if (done.size === 0) await expectFreeSchemas(connection);
      await prepareHistory(connection);
      await expectMasterKey(connection, options.masterKey);
      const missing = migrations.filter((migration) => !done.has(migration.name));
      for (const migration of missing) await apply(connection, migration);
      await setRolePasswords(connection, options.owner, options.masterKey);
      return missing.map((migration) => migration.name);
    });
  } finally {
    await pool.close();
  }
};
