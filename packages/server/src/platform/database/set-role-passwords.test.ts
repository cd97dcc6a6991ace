import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { explainStartFailure } from '../../start-failure.ts';
import { startPasswordCluster, type PasswordCluster } from '../../testing/password-cluster.ts';
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { migrate } from './migrate.ts';
import { roleConnections } from './roles.ts';

const quietPool = (connection: ConnectionSettings): ConnectionPool =>
  createConnectionPool({
    connection,
    name: 'cfs-test-roles',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });

const masterKey = new Uint8Array(32).fill(7);
const owners = ['cfs_owner', 'cfs_owner2'];
const roles = ['cfs_app', 'cfs_ingest', 'cfs_access'];

/** A migration that only creates the roles, as the first one of the server does. */
const migration = roles
  .map(
    (role) => `if not exists (select from pg_roles where rolname = '${role}') then create role ${role} login; end if;`,
  )
  .join(' ');

let cluster: PasswordCluster;
let migrations: string;
let administrator: ConnectionPool;

const run = async (...statements: string[]): Promise<void> => {
  for (const statement of statements) await administrator.use(undefined, (each) => each.once(statement, []));
};

const settingsOf = (user: string): ConnectionSettings => ({
  ...cluster.connection,
  database: user,
  user,
  password: 'owner',
});

const runAs = async (user: string, ...statements: string[]): Promise<void> => {
  const pool = quietPool(settingsOf(user));
  try {
    for (const statement of statements) await pool.use(undefined, (each) => each.once(statement, []));
  } finally {
    await pool.close();
  }
};

/** Migrates the user's database of the same name; resolves to `started`, or to the explanation of the failure. */
const start = (user: string): Promise<string | undefined> =>
  migrate({ owner: settingsOf(user), masterKey, directory: migrations }).then(() => 'started', explainStartFailure);

const signIn = async (user: string): Promise<void> => {
  for (const connection of Object.values(roleConnections(settingsOf(user), masterKey))) {
    const pool = quietPool(connection);
    await pool.use(undefined, (each) => each.once('select 1', [])).finally(() => pool.close());
  }
};

beforeAll(async () => {
  migrations = await mkdtemp(join(tmpdir(), 'cfs-migrations-'));
  await writeFile(join(migrations, '0001-roles.sql'), `do $$ begin ${migration} end $$;`);
  cluster = await startPasswordCluster();
  administrator = quietPool(cluster.connection);
});
afterAll(async () => {
  await administrator.close();
  await cluster.stop();
  await rm(migrations, { recursive: true });
});

beforeEach(async () => {
  for (const owner of owners)
    await run(`create role ${owner} login createrole password 'owner'`, `create database ${owner} owner ${owner}`);
});
afterEach(async () => {
  await run(...owners.map((owner) => `drop database ${owner}`));
  // In this order: a granted membership depends on the role that granted it.
  await run(...[...roles, ...owners.toReversed()].map((role) => `drop role if exists ${role}`));
});

describe('the passwords of the roles', () => {
  it('are set by the owner that created the roles, by a migration or before a restore', async () => {
    await runAs('cfs_owner', ...roles.map((role) => `create role ${role} login`));
    expect(await start('cfs_owner')).toBe('started');
    await signIn('cfs_owner');
  });

  it('are set by two nodes that start concurrently', async () => {
    expect(await Promise.all([start('cfs_owner'), start('cfs_owner')])).toEqual(['started', 'started']);
    await signIn('cfs_owner');
  });

  it('stay unchanged if another installation of the cluster has set them with the same master key', async () => {
    expect(await start('cfs_owner')).toBe('started');
    expect(await Promise.all([start('cfs_owner2'), start('cfs_owner2')])).toEqual(['started', 'started']);
    await signIn('cfs_owner2');
  });

  it('fail the start with the required grants if an administrator created the roles', async () => {
    await run(...roles.map((role) => `create role ${role} login`));
    const grant = 'grant cfs_app, cfs_ingest, cfs_access to cfs_owner with admin option;';
    expect(await start('cfs_owner')).toBe(
      'The user of DATABASE_URL may not set the passwords of cfs_app, cfs_ingest, cfs_access, which do not follow from ' +
        'the master key yet (all installations of a cluster need the same). ' +
        `An administrator of PostgreSQL has to run: ${grant}`,
    );
    await run(grant);
    expect(await start('cfs_owner')).toBe('started');
    await signIn('cfs_owner');
  });

  it('fail the start naming only the roles without theirs, and a missing privilege of the owner', async () => {
    expect(await start('cfs_owner')).toBe('started');
    await run(`alter role cfs_ingest password 'another'`, 'alter role cfs_owner2 nocreaterole');
    const statements = 'alter role cfs_owner2 createrole; grant cfs_ingest to cfs_owner2 with admin option;';
    const line = await start('cfs_owner2');
    expect(line).toContain('may not set the passwords of cfs_ingest, which');
    expect(line).toContain(`has to run: ${statements}`);
    await run(...statements.split(/(?<=;) /));
    expect(await start('cfs_owner2')).toBe('started');
    await signIn('cfs_owner2');
  });

  it('do not hide other errors of PostgreSQL', async () => {
    expect(await start('cfs_owner')).toBe('started');
    await run('alter role cfs_access connection limit 0');
    expect(await start('cfs_owner2')).toContain('has no connection left');
  });
});
