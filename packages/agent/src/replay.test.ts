import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openSpool } from './spool.ts';
import { startAgent } from './testing/agent-process.ts';
import { startProtocolServer } from './testing/protocol-server.ts';

const packets = 3_600;
const batchPackets = 250;

it('sends what an hour without the server has gathered in order, in batches, each packet once', async ({
  onTestFinished,
}) => {
  const server = await startProtocolServer();
  onTestFinished(() => server.close());
  const directory = await mkdtemp(join(tmpdir(), 'cfs-replay-'));
  onTestFinished(() => rm(directory, { recursive: true, maxRetries: 20 }));
  const began = Date.now() - packets * 1_000;
  const times = Array.from({ length: packets }, (_, second) => new Date(began + second * 1_000).toISOString());
  const spool = await openSpool({ directory: join(directory, 'spool'), onDrop: () => undefined });
  for (let first = 0; first < packets; first += 100) {
    const some = times.slice(first, first + 100);
    await spool.append(
      some.map((timestamp) => ({ entityId: server.deviceId, timestamp, message: { Value: Date.parse(timestamp) } })),
    );
  }
  await spool.close();

  server.failing = 503;
  const agent = startAgent(server.address, directory);
  onTestFinished(async () => {
    await agent.stop('SIGKILL');
  });
  const waited = { timeout: 60_000, interval: 50 };
  await vi.waitFor(() => expect(agent.said()).toContain('packets could not be sent, trying again'), waited);
  expect(server.packets).toEqual([]);
  server.failing = undefined;
  await vi.waitFor(() => expect(server.packets.length, agent.said()).toBe(packets), waited);
  expect(server.packets.map(({ timestamp }) => timestamp)).toEqual(times);
  expect(server.batches.map(({ size }) => size).every((size) => size <= batchPackets)).toBe(true);
  // Each batch names the oldest packet behind it, the last none.
  const behind = server.batches.map(({ oldestUnsent }) => oldestUnsent);
  expect(behind).toEqual([...times.filter((_, index) => index > 0 && index % batchPackets === 0), undefined]);
  expect(await agent.stop()).toBe(0);
});
