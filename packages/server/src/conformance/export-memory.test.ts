import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { isDeep } from '../testing/is-deep.ts';
import type { MeasuredServer } from './export-memory.fixture.ts';

const rows = isDeep ? 1_000_000 : 30_000;
const mebibyte = 1_024 * 1_024;
const program = fileURLToPath(new URL('export-memory.fixture.ts', import.meta.url));

/** The options of `npm start`: without them V8 and malloc give short-lived data all the memory that is available. */
const frugal = { execArgv: ['--max-semi-space-size=16'], env: { ...process.env, MALLOC_ARENA_MAX: '2' } };

/** Reads a response to its end without keeping it; returns the number of its lines. */
const countLines = async (answer: Response): Promise<number> => {
  let lines = 0;
  for await (const bytes of answer.body ?? []) for (const byte of bytes as Uint8Array) if (byte === 0x0a) lines += 1;
  return lines;
};

test.each(['identity', 'gzip'])(
  'an export of any length takes less than 60 MiB, %s',
  { timeout: 600_000 },
  async (encoding) => {
    const server = fork(program, [JSON.stringify(inject('testCluster')), String(rows)], frugal);
    const [{ origin, authorization }] = (await once(server, 'message')) as [MeasuredServer];
    const columns = '$select=name,city,state,tenant/name,created&$orderby=name';
    const answer = await fetch(`${origin}/v1/locations/Export()?${columns}`, {
      headers: { authorization, 'accept-encoding': encoding },
    });
    expect(await countLines(answer)).toBe(rows + 1);
    server.send('growth');
    const [growth] = (await once(server, 'message')) as [number];
    expect(growth / mebibyte).toBeLessThan(60);
    server.disconnect();
    await once(server, 'exit');
  },
);
