import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPostmasterFile } from '../first-run/embedded-database/postmaster-file.ts';
import { processIdentity } from '../first-run/process-identity.ts';

const modules = {
  database: new URL('../first-run/embedded-database/start-embedded-database.ts', import.meta.url).href,
  watch: new URL('end-database-with-run.ts', import.meta.url).href,
};

/** The program of a test run, which starts its database and is then killed. */
const run = `
  const [directory] = process.argv.slice(-1);
  const { startEmbeddedDatabase } = await import(${JSON.stringify(modules.database)});
  const { endDatabaseWithRun } = await import(${JSON.stringify(modules.watch)});
  endDatabaseWithRun(directory);
  const settings = { fsync: 'off', shared_buffers: '16MB' };
  await startEmbeddedDatabase({ dataDirectory: directory, log: { info() {}, warn() {} }, settings });
  process.stdout.write('ready');
  setInterval(() => {}, 60_000);
`;

test.each(['SIGKILL', 'SIGTERM'] as const)('a run ended by %s leaves no database behind', async (signal) => {
  const directory = await mkdtemp(join(tmpdir(), 'cfs-test-'));
  await chmod(directory, 0o711);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', run, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const file = await readPostmasterFile(join(directory, 'postgresql'));
  const postgres = file?.pid ?? 0;
  expect(processIdentity(postgres)).toBeDefined();
  child.kill(signal);
  await expect.poll(() => processIdentity(postgres)).toBeUndefined();
  await expect.poll(() => existsSync(directory)).toBe(false);
});
