import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { serverProgram } from './child-program.ts';
import { createLoadRule, createPackets, createPacketToken } from './load-packets.ts';
import { report } from './report.ts';
import type { Serving } from './serving.ts';

const packetsPerSecond = 5_000;
const packetsPerCall = 100;
const tickMilliseconds = 20;
const callsPerTick = (packetsPerSecond * tickMilliseconds) / 1_000 / packetsPerCall;
const longestSampleMilliseconds = 10_000;

const greatest = (samples: readonly number[]): number => samples.reduce((max, sample) => Math.max(max, sample), 0);

/**
 * Memory of the server, in MiB, while one tenant sends 5,000 packets per second in batches of 100 under one rule for
 * some minutes: the peaks of the first and of the second half, each without its first tenth, and the memory at the end.
 */
export const benchmarkSteady = async (
  { origin, product, tenants, tokenOf }: Serving,
  minutes: number,
): Promise<void> => {
  await createLoadRule(origin, await tokenOf('admin'), tenants.one);
  const token = await createPacketToken(origin, await tokenOf('admin'), tenants.one);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const pool = new Pool(origin, { connections: 32, pipelining: 1 });
  const packets = createPackets('metrics', Date.now);
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const post = async (): Promise<void> => {
    const response = await pool.request({
      path: '/v1/packets',
      method: 'POST',
      headers,
      body: packets(packetsPerCall),
    });
    const text = await response.body.text();
    assert.equal(response.statusCode, 202, text);
  };
  const memory = async (): Promise<number> =>
    (await product.childMemory(serverProgram)) ?? (await product.residentMemory());

  const began = performance.now();
  const milliseconds = minutes * 60_000;
  const sampleMilliseconds = Math.min(longestSampleMilliseconds, milliseconds / 20);
  const halves: [number[], number[]] = [[], []];
  let sampled = 0;
  let sent = 0;
  for (let tick = 0; performance.now() - began < milliseconds && failures.length === 0; tick += 1) {
    for (let call = 0; call < callsPerTick; call += 1) {
      const posted = post().catch((error: unknown) => void failures.push(error));
      underWay.add(posted);
      void posted.then(() => underWay.delete(posted));
      sent += packetsPerCall;
    }
    const passed = performance.now() - began;
    if (passed - sampled >= sampleMilliseconds) {
      sampled = passed;
      const ofHalf = (passed / milliseconds) * 2;
      if (ofHalf % 1 >= 0.1) halves[ofHalf < 1 ? 0 : 1].push(await memory());
    }
    const wait = began + (tick + 1) * tickMilliseconds - performance.now();
    if (wait > 0) await pause(wait);
  }
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(underWay);
  await pool.close();
  assert.deepEqual(failures, []);
  const name = `server, ${minutes} min at ${packetsPerSecond} packets/s`;
  report({ name: `${name}, rate reached`, value: sent / seconds, unit: 'packets/s' });
  report({ name: `${name}, most memory of the first half`, value: greatest(halves[0]), unit: 'MiB' });
  report({ name: `${name}, most memory of the second half`, value: greatest(halves[1]), unit: 'MiB' });
  report({ name: `${name}, memory at the end`, value: await memory(), unit: 'MiB' });
};
