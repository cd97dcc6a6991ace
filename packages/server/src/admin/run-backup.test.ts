import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeBuiltInRoles } from '../areas/access/roles/store-built-in-roles.ts';
import { prepareFirstRun, type FirstRun } from '../first-run/first-run.ts';
import { createAuditChain } from '../platform/audit/audit-chain.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfiguration } from '../platform/configuration.ts';
import { createGate } from '../platform/database/create-gate.ts';
import { migrate } from '../platform/database/migrate.ts';
import { roleConnections } from '../platform/database/roles.ts';
import { createDerivedKeys } from '../platform/secrets/derived-keys.ts';
import { makeClusterDirectory } from '../testing/cluster-directory.ts';
import { runAdmin } from './run-admin.ts';

const program = join(import.meta.dirname, 'main.ts');

let directory: string;
let firstRun: FirstRun;

const at = (name: string): string => join(directory, name);
const environmentOf = (name: string): Record<string, string> => ({ DATA_DIR: at(name), PORT: '0' });

const admin = async (dataDirectory: string, ...words: string[]) => {
  const { code, output, error } = await runAdmin(words, environmentOf(dataDirectory));
  return { code, output: output.join('\n'), error };
};

/** Runs the command in a separate process, and sends the signal while it copies the database. */
const interruptBackup = async (target: string, signal: NodeJS.Signals) => {
  const child = spawn(process.execPath, [program, 'backup', target, '--rate', '1'], {
    env: { PATH: process.env['PATH'], ...environmentOf('data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let error = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (error += piece));
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  await expect.poll(() => readdir(join(target, 'database')).catch(() => [])).toContain('base');
  child.kill(signal);
  const [code, endedBy] = await ended;
  return { code, endedBy, error };
};

beforeAll(async () => {
  directory = await makeClusterDirectory();
  const configuration = readConfiguration(environmentOf('data'));
  firstRun = await prepareFirstRun({ configuration, log: pino({ level: 'silent' }), print: () => undefined });
  const { owner, masterKey } = firstRun;
  await migrate({ owner, masterKey });
  const keys = createDerivedKeys(masterKey);
  const gate = createGate({
    connections: roleConnections(owner, masterKey),
    keys,
    clock: systemClock,
    onConnectionError: () => undefined,
  });
  await storeBuiltInRoles(gate, systemClock);
  expect(await admin('data', 'create-tenant', 'Northwind')).toMatchObject({ code: 0 });
  await createAuditChain(gate, systemClock, keys).seal();
  await gate.close();
});
afterAll(async () => {
  await firstRun.stop();
  await rm(directory, { recursive: true });
});

describe('backup and restore on the command line', () => {
  it('restores a backup of the running server, and verifies it', async () => {
    const made = await admin('data', 'backup', at('backup'));
    expect(made).toMatchObject({ code: 0, error: undefined });
    expect(made.output).toMatch(/backup: \d+ files with \d+ bytes, in [\d.]+ s\ndatabase: what was committed by 20/);
    expect(made.output).toContain(`not included, it is in ${at('data')}/master.key. Keep a copy in another place`);
    const restored = await admin('restored', 'restore', at('backup'), '--master-key', at('data/master.key'));
    expect(restored).toMatchObject({ code: 0, error: undefined });
    expect(restored.output).toMatch(/^audit: intact for all tenants, Northwind, also against the written heads$/m);
    expect(restored.output).toMatch(/^bundles: intact, 0 bundles/m);
    expect(await readFile(at('restored/master.key'), 'utf8')).toBe(await readFile(at('data/master.key'), 'utf8'));
    expect(await admin('restored', 'restore', at('backup'))).toMatchObject({
      code: 1,
      error: expect.stringMatching(/is not empty/),
    });
  });

  it('refuses to restore into the directory of a running server', async () => {
    expect((await admin('data', 'restore', at('backup'))).error).toMatch(/^Another server \(process \d+\) is already/);
  });

  it('refuses to back up a server that does not run, and a database of DATABASE_URL', async () => {
    expect((await admin('nothing', 'backup', at('never'))).error).toMatch(/^No first-run server is running on/);
    const own = { ...environmentOf('data'), DATABASE_URL: 'postgres://somebody@elsewhere.example/portal' };
    for (const words of [
      ['backup', at('never')],
      ['restore', at('backup')],
    ])
      expect(await runAdmin(words, own)).toMatchObject({ code: 1, error: expect.stringContaining('DATABASE_URL') });
    await expect(readdir(at('never'))).rejects.toThrow('ENOENT');
  });

  it('removes a backup that is interrupted', async () => {
    expect(await interruptBackup(at('interrupted'), 'SIGINT')).toEqual({
      code: 1,
      endedBy: null,
      error: 'The backup was interrupted and removed.\n',
    });
    await expect(readdir(at('interrupted'))).rejects.toThrow('ENOENT');
  });

  it('leaves no restorable backup when it is killed', async () => {
    expect(await interruptBackup(at('killed'), 'SIGKILL')).toMatchObject({ endedBy: 'SIGKILL' });
    const restoring = await admin('of killed', 'restore', at('killed'), '--master-key', at('data/master.key'));
    expect(restoring.error).toMatch(/is not a complete backup: it has no manifest\.json\.$/);
    expect((await admin('data', 'backup', at('killed'))).error).toMatch(/contains a backup that was interrupted\./);
  });

  it('backs up a database whose audit was tampered with, and reports it', async () => {
    const client = new Client(firstRun.owner);
    await client.connect();
    await client.query(`update cfs.audit_heads set hash = repeat('0', 64)`);
    await client.end();
    const made = await admin('data', 'backup', at('tampered'));
    expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/^audit: its heads are damaged/m) });
    const restoring = await admin('of tampered', 'restore', at('tampered'), '--master-key', at('data/master.key'));
    expect(restoring).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^audit: the heads: the head of \S+ was not created by the server/m),
      error: expect.stringMatching(/^Damaged: audit\. The restored data stays in /),
    });
  });
});
