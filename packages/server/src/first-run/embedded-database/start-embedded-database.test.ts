import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processIdentity } from '../process-identity.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { startEmbeddedDatabase, type EmbeddedConnection, type EmbeddedDatabase } from './start-embedded-database.ts';

const log = { info() {}, warn() {} };
const settings = { fsync: 'off', shared_buffers: '16MB' };

let directory: string;
let running: EmbeddedDatabase[];
let children: ChildProcess[];

beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'cfs database '));
  await chmod(parent, 0o711); // otherwise PostgreSQL, started by root, would use another location
  directory = join(parent, 'data');
  running = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const database of running) await database.stop();
  await rm(dirname(directory), { recursive: true, force: true });
});

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDirectory: directory, log, settings });
  running.push(database);
  return database;
}

async function stop(database: EmbeddedDatabase): Promise<void> {
  running.splice(running.indexOf(database), 1);
  await database.stop();
}

async function query(connection: EmbeddedConnection, text: string): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Starts the database in a separate process, which writes the connection settings when it is ready. */
async function startElsewhere(): Promise<{ server: ChildProcess; connection: EmbeddedConnection }> {
  const module = new URL('start-embedded-database.ts', import.meta.url).href;
  const script = `
    const { startEmbeddedDatabase } = await import(${JSON.stringify(module)});
    const log = { info() {}, warn() {} };
    const options = { dataDirectory: ${JSON.stringify(directory)}, log, settings: ${JSON.stringify(settings)} };
    console.log(JSON.stringify((await startEmbeddedDatabase(options)).connection));
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(server);
  const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer];
  return { server, connection: JSON.parse(line.toString('utf8')) as EmbeddedConnection };
}

describe('the embedded database', () => {
  test('keeps its data from one start to the next', async () => {
    const first = await start();
    await query(first.connection, 'create table kept as select 7 as number');
    await stop(first);
    const second = await start();
    expect(await query(second.connection, 'select number from kept')).toEqual([7]);
  });

  test('uses UTF-8, lowercases umlauts and listens on no port', async () => {
    const { connection } = await start();
    const asked = `select current_setting('server_encoding'), lower('ÄÖÜ'), current_setting('listen_addresses')`;
    expect(await query(connection, asked)).toEqual(['UTF8', 'äöü', '']);
  });

  test('refuses a second start and does not affect the first', async () => {
    const { connection } = await start();
    await expect(start()).rejects.toThrow(`Another server (process ${process.pid}) is already running on`);
    expect(await query(connection, 'select 1')).toEqual([1]);
  });

  test('stops the PostgreSQL of a killed server and keeps its data', async () => {
    const { server, connection } = await startElsewhere();
    await query(connection, 'create table survived as select 1 as number');
    const orphan = await readPostmasterFile(join(directory, 'postgresql'));
    server.kill('SIGKILL');
    await once(server, 'exit');
    assert(orphan);
    const next = await start();
    expect(await query(next.connection, 'select number from survived')).toEqual([1]);
    expect(processIdentity(orphan.pid)).toBeUndefined();
  });

  test('starts although the id of its last process belongs to an unrelated process', async () => {
    await stop(await start());
    const cluster = join(directory, 'postgresql');
    await writeFile(join(cluster, 'postmaster.pid'), `${process.ppid}\n${cluster}\n1\n5432\n\n\n\nready\n`);
    const next = await start();
    expect(await query(next.connection, 'select 1')).toEqual([1]);
    expect(processIdentity(process.ppid)).toBeDefined();
  });

  test.runIf(process.getuid?.() === 0)('uses another location if only root may enter its directory', async () => {
    await chmod(dirname(directory), 0o700);
    await stop(await start());
    const location = (await readFile(join(directory, 'postgresql.location'), 'utf8')).trim();
    try {
      const { connection } = await start();
      expect(await query(connection, 'show data_directory')).toEqual([join(location, 'postgresql')]);
    } finally {
      for (const database of [...running]) await stop(database);
      await rm(location, { recursive: true });
    }
  });

  test('names both versions if the data are of another major version', async () => {
    await stop(await start());
    await writeFile(join(directory, 'postgresql', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/is of PostgreSQL 17, but this version includes PostgreSQL 18/);
  });

  test('reports in one line that its directory is a file', async () => {
    await writeFile(directory, '');
    await expect(start()).rejects.toThrow(/is not a directory: DATA_DIR must name a directory\.$/);
  });

  test('restarts PostgreSQL on the same socket when it is killed', async () => {
    const { connection } = await start();
    await query(connection, 'create table survived as select 1 as number');
    for (let kills = 0; kills < 2; kills += 1) {
      const postmaster = await readPostmasterFile(join(directory, 'postgresql'));
      assert(postmaster);
      process.kill(postmaster.pid, 'SIGKILL');
      await expect.poll(() => query(connection, 'select number from survived').catch(() => undefined)).toEqual([1]);
    }
  });

  test('ends when it is stopped during a restart of PostgreSQL', async () => {
    const database = await start();
    const postmaster = await readPostmasterFile(join(directory, 'postgresql'));
    assert(postmaster);
    process.kill(postmaster.pid, 'SIGKILL');
    await stop(database);
    expect(await database.ended).toBeUndefined();
    const left = await readPostmasterFile(join(directory, 'postgresql'));
    expect(left && processIdentity(left.pid)).toBeUndefined();
  });
});
