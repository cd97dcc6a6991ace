import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { makeClusterDirectory } from '../../testing/cluster-directory.ts';
import type { DatabaseSettings } from '../embedded-database/database-settings.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../embedded-database/start-embedded-database.ts';
import { manifestName } from './backup-manifest.ts';
import { createBackup, type BackupOptions } from './create-backup.ts';
import { restoreBackup, type RestoreOptions } from './restore-backup.ts';

const run = promisify(execFile);
const log = { info() {}, warn() {} };
/** A write-ahead log of two segments, so that a checkpoint recycles every segment that is not retained. */
const settings = { fsync: 'off', shared_buffers: '16MB', max_wal_size: '32MB', min_wal_size: '32MB' };
const masterKey = Buffer.alloc(32, 7);
const mebibyte = 1024 ** 2;

/** The directory of the running server, shared by the tests. */
let dataDirectory: string;
let database: EmbeddedDatabase;
/** The directory of the current test. */
let work: string;

const ask = async <Row>(to: EmbeddedDatabase, text: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new Client(to.connection);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
};

const withDatabase = async <Result>(
  directory: string,
  of: DatabaseSettings,
  work: (started: EmbeddedDatabase) => Promise<Result>,
): Promise<Result> => {
  const started = await startEmbeddedDatabase({ dataDirectory: directory, log, settings: of });
  try {
    return await work(started);
  } finally {
    await started.stop();
  }
};

const content = { tenantId: randomUUID(), sha256: randomBytes(32).toString('hex') };
const contentPath = join('content', content.tenantId, content.sha256.slice(0, 2), content.sha256);

beforeAll(async () => {
  dataDirectory = await makeClusterDirectory();
  database = await startEmbeddedDatabase({ dataDirectory, log, settings });
  await ask(database, 'create table acknowledged (number integer primary key, payload bytea)');
  await mkdir(dirname(join(dataDirectory, contentPath)), { recursive: true });
  await writeFile(join(dataDirectory, contentPath), 'a bundle');
  await writeFile(`${join(dataDirectory, contentPath)}.${randomUUID()}.part`, 'an upload under way');
  await mkdir(join(dataDirectory, 'identity'));
  await writeFile(join(dataDirectory, 'identity', 'keys.json'), 'keys');
  await writeFile(join(dataDirectory, 'master.key'), 'never copied from here');
});
afterAll(async () => {
  await database.stop();
  await rm(dataDirectory, { recursive: true });
});
beforeEach(async () => {
  work = await makeClusterDirectory();
});
afterEach(() => rm(work, { recursive: true, force: true }));

const backUp = (options: Partial<BackupOptions> = {}) =>
  createBackup({
    target: join(work, 'backup'),
    dataDirectory,
    cluster: join(dataDirectory, 'postgresql'),
    owner: database.connection,
    contents: join(dataDirectory, 'content'),
    masterKey,
    withMasterKey: false,
    readHeads: async () => [],
    bytesPerSecond: 1024 * mebibyte,
    clock: systemClock,
    signal: new AbortController().signal,
    ...options,
  });

const restore = (options: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    backup: join(work, 'backup'),
    dataDirectory: join(work, 'restored'),
    contents: join(work, 'restored', 'content'),
    masterKey,
    masterKeyFile: undefined,
    bytesPerSecond: 1024 * mebibyte,
    signal: new AbortController().signal,
    ...options,
  });

const placedNames = () => readdir(join(work, 'restored')).catch(() => []);

describe('a backup of the embedded database', () => {
  test('contains every row that was committed before its end while rows are written and the log is recycled', async () => {
    const acknowledged: { number: number; at: string }[] = [];
    let ended = false;
    const writing = (async () => {
      const client = new Client(database.connection);
      await client.connect();
      for (let number = 1; !ended; number += 1) {
        await client.query('insert into acknowledged values ($1, $2)', [number, randomBytes(mebibyte / 2)]);
        acknowledged.push({ number, at: new Date().toISOString() });
        if (number % 40 === 0) await client.query('checkpoint');
      }
      await client.end();
    })();
    const { database: made } = await backUp({ bytesPerSecond: 32 * mebibyte });
    ended = true;
    await writing;
    await restore();
    const found = await withDatabase(join(work, 'restored'), settings, async (restored) => {
      const rows = await ask<{ number: number }>(restored, 'select number from acknowledged');
      return new Set(rows.map(({ number }) => number));
    });
    const expected = acknowledged.filter(({ at }) => at <= made.restoresTo).map(({ number }) => number);
    expect(expected.length).toBeGreaterThan(40);
    expect(expected.filter((number) => !found.has(number))).toEqual([]);
    // Later rows are replayed up to the end of the copied log, without a gap.
    expect(Math.max(...found)).toBe(found.size);
    expect(await ask(database, 'select slot_name from pg_replication_slots')).toEqual([]);
    // Hundreds of megabytes, which the backups of the other tests need not copy.
    await ask(database, 'truncate acknowledged');
  });

  test('contains bundles and sign-ins, but no master key, unfinished uploads or files of the running server', async () => {
    const manifest = await backUp();
    expect(manifest).toMatchObject({ hasContents: true, hasMasterKey: false });
    const names = await readdir(join(work, 'backup'), { recursive: true });
    expect(names).toContain(contentPath);
    expect(names).toContain(join('data', 'identity', 'keys.json'));
    for (const name of ['master.key', 'postmaster.pid', 'backup_label.old'])
      expect(names.filter((path) => path.endsWith(name))).toEqual([]);
    expect(names.filter((path) => path.endsWith('.part'))).toEqual([]);
    await restore();
    expect(await readFile(join(work, 'restored', contentPath), 'utf8')).toBe('a bundle');
    expect(await readFile(join(work, 'restored', 'identity', 'keys.json'), 'utf8')).toBe('keys');
  });

  test.runIf(process.platform === 'linux')('has a list of checksums that sha256sum verifies', async () => {
    await backUp();
    const checked = await run('sha256sum', ['--check', '--quiet', 'files.sha256'], { cwd: join(work, 'backup') });
    expect(checked.stdout).toBe('');
  });

  test('is refused if its target is a file or a directory that is not empty', async () => {
    await mkdir(join(work, 'backup'));
    await writeFile(join(work, 'backup', 'kept'), '');
    await expect(backUp()).rejects.toThrow(/backup is not empty\.$/);
    expect(await readdir(join(work, 'backup'))).toEqual(['kept']);
    await expect(backUp({ target: join(work, 'backup', 'kept') })).rejects.toThrow(/is not a directory\.$/);
  });

  test('is removed when it is interrupted, and drops its replication slot', async () => {
    const interrupted = new AbortController();
    const target = join(work, 'backup');
    const made = backUp({ bytesPerSecond: mebibyte, signal: interrupted.signal });
    const outcome = expect(made).rejects.toThrow('The backup was interrupted and removed.');
    await expect.poll(() => readdir(join(target, 'database')).catch(() => [])).toContain('base');
    expect(await readdir(target)).not.toContain(manifestName);
    interrupted.abort();
    await outcome;
    expect(await readdir(work)).toEqual([]);
    await expect.poll(() => ask(database, 'select slot_name from pg_replication_slots')).toEqual([]);
  });

  test('is removed when it fails', async () => {
    await expect(backUp({ readHeads: () => Promise.reject(new TypeError('no heads')) })).rejects.toThrow('no heads');
    expect(await readdir(work)).toEqual([]);
  });

  test('is refused if wal_level is minimal', async () => {
    const directory = join(work, 'minimal');
    await withDatabase(directory, { ...settings, wal_level: 'minimal' }, async ({ connection: owner }) => {
      const options = { dataDirectory: directory, cluster: join(directory, 'postgresql'), owner };
      await expect(backUp(options)).rejects.toThrow(/Start the server again first\.$/);
    });
  });
});

describe('a restore', () => {
  /** An intact backup with its master key, created once; each test gets a copy to damage. */
  let whole: string;

  beforeAll(async () => {
    whole = await makeClusterDirectory();
    await backUp({ target: join(whole, 'backup'), withMasterKey: true });
  });
  afterAll(() => rm(whole, { recursive: true }));
  beforeEach(() => cp(join(whole, 'backup'), join(work, 'backup'), { recursive: true }));

  test('writes the master key of the backup, or that of a file, to the data directory', async () => {
    await restore({ masterKey: undefined });
    const key = `${masterKey.toString('base64')}\n`;
    expect(await readFile(join(work, 'restored', 'master.key'), 'utf8')).toBe(key);
    const file = join(work, 'kept.key');
    await writeFile(file, `${masterKey.toString('hex')}\n`);
    const other = { dataDirectory: join(work, 'other'), contents: join(work, 'other', 'content') };
    await restore({ ...other, masterKey: undefined, masterKeyFile: file });
    expect(await readFile(join(work, 'other', 'master.key'), 'utf8')).toBe(key);
  });

  test('refuses a missing, wrong or malformed master key', async () => {
    await rm(join(work, 'backup'), { recursive: true });
    await backUp();
    await expect(restore({ masterKey: undefined })).rejects.toThrow(
      /^The backup does not include the master key\. Give it/,
    );
    await expect(restore({ masterKey: Buffer.alloc(32, 8) })).rejects.toThrow(/^The backup belongs to the master key/);
    await writeFile(join(work, 'short'), 'short');
    const short = { masterKey: undefined, masterKeyFile: join(work, 'short') };
    await expect(restore(short)).rejects.toThrow(/does not contain a master key of 32 bytes\.$/);
    expect(await placedNames()).toEqual([]);
  });

  const changeByte = async (path: string): Promise<void> => {
    const bytes = await readFile(path);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path, bytes);
  };
  const logSegment = async (backup: string): Promise<string> => {
    const [segment = ''] = await readdir(join(backup, 'database', 'pg_wal'));
    return join('database', 'pg_wal', segment);
  };

  test.each<[string, (backup: string) => Promise<void>, RegExp]>([
    [
      'a changed file',
      (backup) => changeByte(join(backup, contentPath)),
      /^The file content\/\S+ of the backup was changed/,
    ],
    [
      'a changed segment of the write-ahead log',
      async (backup) => changeByte(join(backup, await logSegment(backup))),
      /^The file database\/pg_wal\/\w+ of the backup was changed/,
    ],
    [
      'a missing file',
      (backup) => rm(join(backup, 'database', 'PG_VERSION')),
      /^The file database\/PG_VERSION of the backup is missing\.$/,
    ],
    [
      'a changed list of files',
      (backup) => changeByte(join(backup, 'files.sha256')),
      /files\.sha256 does not match the checksum in manifest\.json\.$/,
    ],
    [
      'a missing list of files',
      (backup) => rm(join(backup, 'files.sha256')),
      /does not match the checksum in manifest\.json/,
    ],
    [
      'a changed manifest',
      (backup) => writeFile(join(backup, manifestName), '{"format":1}'),
      /manifest\.json was changed, or is of a version/,
    ],
    [
      'a missing manifest',
      (backup) => rm(join(backup, manifestName)),
      /is not a complete backup: it has no manifest\.json\.$/,
    ],
    [
      'a newer version of the product',
      async (backup) => {
        const manifest = JSON.parse(await readFile(join(backup, manifestName), 'utf8')) as object;
        await writeFile(join(backup, manifestName), JSON.stringify({ ...manifest, product: '999.0.0' }));
      },
      /^The backup is of version 999\.0\.0, newer than this one/,
    ],
    [
      'another version of PostgreSQL',
      async (backup) => {
        const text = await readFile(join(backup, manifestName), 'utf8');
        await writeFile(join(backup, manifestName), text.replace(/"major": "\d+"/, '"major": "17"'));
      },
      /^The backup is of PostgreSQL 17, but this version includes PostgreSQL 18\. Restore it with version /,
    ],
    [
      'a directory outside the backup',
      async (backup) => {
        const text = await readFile(join(backup, manifestName), 'utf8');
        await writeFile(join(backup, manifestName), text.replace('"base"', '"../base"'));
      },
      /manifest\.json was changed/,
    ],
  ])('refuses a backup with %s, and leaves nothing', async (_, damage, message) => {
    await damage(join(work, 'backup'));
    await expect(restore()).rejects.toThrow(message);
    expect(await placedNames()).toEqual([]);
  });

  test('refuses a data directory that is not empty, and leaves it unchanged', async () => {
    await mkdir(join(work, 'restored'));
    await writeFile(join(work, 'restored', 'kept'), '');
    await expect(restore()).rejects.toThrow(/is not empty \(it has "kept"\)\. Restore into an empty DATA_DIR\.$/);
    expect(await placedNames()).toEqual(['kept']);
  });

  test('refuses a backup with bundles if the content store is a bucket', async () => {
    await expect(restore({ contents: undefined })).rejects.toThrow(/CONTENT_STORE names a bucket/);
  });

  test('removes the files that it placed when it is interrupted', async () => {
    const interrupted = new AbortController();
    const restoring = restore({ bytesPerSecond: mebibyte, signal: interrupted.signal });
    const outcome = expect(restoring).rejects.toThrow('The restore was interrupted and removed.');
    await expect.poll(placedNames).toContain('postgresql.new');
    interrupted.abort();
    await outcome;
    expect(await placedNames()).toEqual([]);
  });
});
