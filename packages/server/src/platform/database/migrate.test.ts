import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testMasterKey } from '../../testing/test-database-constants.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createConnectionPool } from './connection-pool.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'cfs-migrations-'));
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const applied = async (): Promise<number> =>
  (await database.asOwner<{ count: number }>('select count(*)::int as count from migration.applied'))[0]?.count ?? 0;

describe('migrations', () => {
  it('apply nothing to a database of this version', async () => {
    await expect(migrate({ owner: database.owner, masterKey: testMasterKey })).resolves.toEqual([]);
  });

  it('leave the database of a newer server unchanged', async () => {
    const before = await applied();
    await writeFile(join(directory, '0001-other.sql'), 'create table cfs.never (id int);');
    await expect(migrate({ owner: database.owner, masterKey: testMasterKey, directory })).rejects.toThrow(
      'newer version of the server',
    );
    expect(await applied()).toBe(before);
  });

  it('leave a database from before version 0.2.0 unchanged', async () => {
    const before = await applied();
    await database.asOwner(`insert into migration.applied values ('0001-foundation.sql', 'x', now())`);
    await expect(migrate({ owner: database.owner, masterKey: testMasterKey })).rejects.toThrow(
      'The database was created by a version before 0.2.0, whose data this version cannot use. ' +
        'Start with an empty database (DATABASE_URL) or, on a first run, with another DATA_DIR.',
    );
    await database.asOwner(`delete from migration.applied where name = '0001-foundation.sql'`);
    expect(await applied()).toBe(before);
  });

  it('refuse a master key other than the first', async () => {
    const masterKey = new Uint8Array(32).fill(8);
    await expect(migrate({ owner: database.owner, masterKey })).rejects.toThrow('Restore that key');
  });
});

const asUser = async (connection: ConnectionSettings, statement: string): Promise<unknown[]> => {
  const pool = createConnectionPool({
    connection,
    name: 'cfs-test',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
  try {
    const { rows } = await pool.use(undefined, (each) => each.query(statement, []));
    return rows as unknown[];
  } finally {
    await pool.close();
  }
};

/** The schemas that are not built in, and `public`. */
const schemasOf = async (connection: ConnectionSettings): Promise<unknown[]> => {
  const rows = await asUser(
    connection,
    `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
  );
  return (rows as { name: string }[]).map(({ name }) => name);
};

describe('migrations of an empty database', () => {
  const migrations = {
    '0002-second.sql': 'insert into cfs.things values (2);',
    '0001-first.sql': 'create schema cfs; create table cfs.things (id int); insert into cfs.things values (1);',
    'README.md': 'Not SQL.',
  };
  const setUp = async (options = '') => {
    const name = `cfs_test_${randomUUID().replaceAll('-', '')}`;
    await database.asOwner(`create database ${name} template template0 ${options}`);
    onTestFinished(async () => void (await database.asOwner(`drop database ${name} with (force)`)));
    const folder = await mkdtemp(join(tmpdir(), 'cfs-migrations-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [file, text] of Object.entries(migrations)) await writeFile(join(folder, file), text);
    const owner = { ...database.owner, database: name };
    return { name, owner, folder, run: () => migrate({ owner, masterKey: testMasterKey, directory: folder }) };
  };

  it('are applied in the order of their names, once', async () => {
    const { run } = await setUp();
    expect(await run()).toEqual(['0001-first.sql', '0002-second.sql']);
    expect(await run()).toEqual([]);
  });

  it('are refused if an applied one has changed', async () => {
    const { folder, run } = await setUp();
    await run();
    await writeFile(join(folder, '0001-first.sql'), 'select 1;');
    await expect(run()).rejects.toThrow('its "0001-first.sql" differs');
  });

  it('stop at one that fails, and continue once it is fixed', async () => {
    const { folder, run } = await setUp();
    await writeFile(join(folder, '0002-second.sql'), 'insert into cfs.things values (2); select 1 / 0;');
    await expect(run()).rejects.toThrow('division by zero');
    await writeFile(join(folder, '0002-second.sql'), 'insert into cfs.things values (2);');
    expect(await run()).toEqual(['0002-second.sql']);
  });

  it.each(['SQL_ASCII', 'LATIN1'])('are refused in the encoding %s, before anything is created', async (encoding) => {
    const { owner, run } = await setUp(`encoding '${encoding}' locale_provider libc locale 'C'`);
    await expect(run()).rejects.toThrow(
      `The database of DATABASE_URL has the encoding ${encoding}. Create it with encoding 'UTF8' template template0.`,
    );
    expect(await schemasOf(owner)).toEqual(['public']);
  });

  it.each([
    ['default_transaction_read_only', 'on', 'accepts no writes: default_transaction_read_only is on.'],
    ['standard_conforming_strings', 'off', 'has standard_conforming_strings off.'],
  ])('are refused if %s is %s', async (setting, value, message) => {
    const { name, run } = await setUp();
    await database.asOwner(`alter database ${name} set ${setting} = ${value}`);
    await expect(run()).rejects.toThrow(`The database of DATABASE_URL ${message}`);
  });

  it.each(['cfs', 'gate'])('are refused if another program has a schema %s', async (schema) => {
    const { owner, run } = await setUp();
    await asUser(owner, `create schema ${schema}`);
    const refused = `The database of DATABASE_URL has a schema "${schema}" that this server did not create. Use an empty database.`;
    await expect(run()).rejects.toThrow(refused);
    expect(await schemasOf(owner)).toEqual([schema, 'public']);
    // As left by earlier servers, which created their history first.
    await asUser(owner, 'create schema migration');
    await asUser(owner, 'create table migration.applied (name text primary key, checksum text, moment timestamptz)');
    await expect(run()).rejects.toThrow(refused);
  });

  it('set the passwords of the roles each time', async () => {
    const { run } = await setUp();
    const stored = async () =>
      database.asOwner(
        `select rolname, rolpassword from pg_authid where rolname in ('cfs_app', 'cfs_ingest', 'cfs_access')`,
      );
    const before = await stored();
    await run();
    const after = await stored();
    expect(after).toHaveLength(3);
    for (const each of before) expect(after).not.toContainEqual(each);
  });
});
