import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jwtVerify } from 'jose';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfiguration } from '../platform/configuration.ts';
import { prepareFirstRun, type FirstRun } from './first-run.ts';

const run = promisify(execFile);
const log = pino({ level: 'silent' });

let dataDirectory: string;
let lines: string[];
let started: FirstRun[];

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'cfs-first-run-'));
  await chmod(dataDirectory, 0o711);
  lines = [];
  started = [];
});

afterEach(async () => {
  for (const each of started) await each.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function prepare(environment: Record<string, string> = {}): Promise<FirstRun> {
  const configuration = readConfiguration({ DATA_DIR: dataDirectory, PORT: '0', ...environment });
  const firstRun = await prepareFirstRun({ configuration, log, print: (line) => lines.push(line) });
  started.push(firstRun);
  return firstRun;
}

/** Names a database, so that the test need not wait until the embedded one has started. */
const elsewhere = { DATABASE_URL: 'postgres://somebody@elsewhere.example:5432/portal' };

describe('a first run', () => {
  test('provides a database, an identity provider and a master key', async () => {
    const { owner, identity, masterKey, port } = await prepare();
    expect(owner).toMatchObject({ user: 'postgres', database: 'cfs_portal' });
    expect(identity?.source.issuer).toBe(`http://localhost:${port}/identity`);
    expect(masterKey).toHaveLength(32);
  });

  test('uses the database, the provider and the key of the configuration instead', async () => {
    const key = Buffer.alloc(32, 7);
    const { owner, identity, masterKey } = await prepare({
      ...elsewhere,
      OIDC_AUTHORITY: 'https://login.example.com',
      MASTER_KEY: key.toString('base64'),
    });
    expect(owner).toMatchObject({ host: 'elsewhere.example', user: 'somebody' });
    expect(identity).toBeUndefined();
    expect(masterKey).toEqual(key);
  });

  test('keeps its master key and refuses to start if the key of an existing database is missing', async () => {
    const first = await prepare();
    await first.stop();
    const second = await prepare();
    expect(second.masterKey).toEqual(first.masterKey);
    await second.stop();
    await rm(join(dataDirectory, 'master.key'));
    await expect(prepare()).rejects.toThrow(/^The master key .*master\.key is missing/);
  });

  test('reports that its directory is already in use', async () => {
    await prepare(elsewhere);
    await expect(prepare(elsewhere)).rejects.toThrow(/^Another server \(process \d+\) is already running on /);
  });

  test('releases its directory after a failed start', async () => {
    await writeFile(join(dataDirectory, 'master.key'), 'torn');
    await expect(prepare(elsewhere)).rejects.toThrow(/no longer contains a master key/);
    await rm(join(dataDirectory, 'master.key'));
    await expect(prepare(elsewhere)).resolves.toBeDefined();
  });

  test('prints the demo password while it listens on the loopback interface alone', async () => {
    await prepare(elsewhere);
    expect(lines).toContain('Demo users: admin, operator, viewer, requester (password: demo)');
  });

  test('generates passwords and prints them once if HOST is not a loopback address', async () => {
    const first = await prepare({ ...elsewhere, HOST: '0.0.0.0' });
    const [password = ''] = lines.flatMap((line) => /^ {2}operator +(\S+)$/.exec(line)?.[1] ?? []);
    expect(password).toHaveLength(16);
    await first.stop();
    await prepare({ ...elsewhere, HOST: '0.0.0.0' });
    expect(lines.filter((line) => line.includes(password))).toHaveLength(1);
    expect(await readFile(join(dataDirectory, 'identity', 'passwords.json'), 'utf8')).not.toContain(password);
  });
});

describe('the token script', () => {
  const printToken = (userName: string): Promise<{ stdout: string; stderr: string }> =>
    run(process.execPath, [join(import.meta.dirname, 'print-token.ts'), userName], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDirectory },
    });

  test('prints a token that the running server accepts', async () => {
    const { identity } = await prepare(elsewhere);
    if (identity === undefined) throw new Error('There is no identity provider.');
    const { stdout } = await printToken('operator');
    const { issuer, audience, keys } = identity.source;
    const { payload } = await jwtVerify(stdout.trim(), keys, { issuer, audience });
    expect(payload).toMatchObject({ sub: 'demo-operator', email: 'operator@demo.example' });
  });

  test('lists the users for an unknown one, and reports that no server is running', async () => {
    await expect(printToken('stranger')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/one of admin/),
    });
    await expect(printToken('admin')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No first-run server is running on \S+\. Start one with npm start/),
    });
  });
});
