import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainPostgresFailure } from './postgres-failure.ts';

let cluster: string;
beforeAll(async () => {
  cluster = join(await mkdtemp(join(tmpdir(), 'cfs-failure-')), 'postgresql');
});
afterAll(() => rm(join(cluster, '..'), { recursive: true }));

const explain = async (output: string): Promise<string> =>
  (await explainPostgresFailure(output, cluster, 'exit code 1')).message;

test.each([
  ['FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device', /^The disk that holds .* is full\./],
  ['initdb: error: could not create directory: Disk quota exceeded', /^The disk that holds .* is full\./],
  ['FATAL:  could not create shared memory segment: Cannot allocate memory', /^There is too little shared memory/],
  ['initdb: error: could not access directory: Permission denied', / cannot be used by this user\./],
])('PostgreSQL that ends with %j is reported in one line', async (output, line) => {
  const message = await explain(`LOG:  starting\n${output}\nLOG:  shutting down\n`);
  expect(message).toMatch(line);
  expect(message).not.toContain('\n');
});

test('any other failure is reported with the last error message of the output', async () => {
  expect(await explain('LOG:  starting\nFATAL:  lock file is broken\nLOG:  bye\n')).toBe(
    'The embedded PostgreSQL did not start (exit code 1): FATAL:  lock file is broken',
  );
  expect(await explain('')).toMatch(/: it gave no reason\.$/);
});
