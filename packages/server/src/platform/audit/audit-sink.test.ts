import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createAuditSink } from './audit-sink.ts';
import type { WrittenHead } from './written-heads.ts';

const head = (tenant: string, sequence: number) => ({ tenant, sequence }) as WrittenHead;

const createSink = (address: URL) => {
  const failures: unknown[] = [];
  const sink = createAuditSink({
    address,
    log: { warn: () => undefined },
    onFailure: () => failures.push('failed'),
    firstPause: 60_000,
  });
  return { sink, failures };
};

test('heads are appended to a file, and those that could not be written are written on close', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cfs-sink-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'later', 'heads.jsonl');
  const { sink, failures } = createSink(pathToFileURL(path));
  sink.write([head('one', 1), head('two', 1)]);
  await expect.poll(() => failures).toHaveLength(1);
  await mkdir(join(directory, 'later'));
  sink.write([head('one', 2)]);
  await sink.close();
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([head('one', 2), head('two', 1)]);
});

test('nothing is posted on close without pending heads', async () => {
  const bodies: string[] = [];
  const peer = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void peer.close());
  await once(peer, 'listening');
  const { sink } = createSink(new URL(`http://127.0.0.1:${(peer.address() as AddressInfo).port}/heads`));
  sink.write([head('one', 1)]);
  await expect.poll(() => bodies).toHaveLength(1);
  await sink.close();
  expect(bodies).toEqual([`${JSON.stringify(head('one', 1))}\n`]);
});
