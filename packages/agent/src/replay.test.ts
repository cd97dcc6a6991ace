import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSpool } from './spool.ts';
import { startAgent, type AgentProcess } from './testing/agent-process.ts';
import { startProtocolServer, type ProtocolServer } from './testing/protocol-server.ts';

const batchPackets = 250;

const waited = { timeout: 60_000, interval: 50 };

let server: ProtocolServer;
let directory: string;
let agents: AgentProcess[];

beforeEach(async () => {
  server = await startProtocolServer();
  directory = await mkdtemp(join(tmpdir(), 'cfs-replay-'));
  agents = [];
});
afterEach(async () => {
  for (const agent of agents) await agent.stop('SIGKILL');
  await server.close();
  await rm(directory, { recursive: true, maxRetries: 20 });
});

const start = (): AgentProcess => {
  const agent = startAgent(server.address, directory);
  agents.push(agent);
  return agent;
};

/** Fills the spool of a stopped agent with one packet per second; resolves with their timestamps. */
const fillSpool = async (packets: number): Promise<string[]> => {
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
  return times;
};

it('sends the packets of an hour without the server in order, in batches, each packet once', async () => {
  const packets = 3_600;
  const times = await fillSpool(packets);
  server.failing = 503;
  const agent = start();
  await vi.waitFor(() => expect(agent.said()).toContain('packets could not be sent, trying again'), waited);
  expect(server.packets).toEqual([]);
  server.failing = undefined;
  await vi.waitFor(() => expect(server.packets.length, agent.said()).toBe(packets), waited);
  expect(server.packets.map(({ timestamp }) => timestamp)).toEqual(times);
  expect(server.batches.map(({ size }) => size).every((size) => size <= batchPackets)).toBe(true);
  // Each batch reports the oldest packet that follows it; the last one reports none.
  const behind = server.batches.map(({ oldestUnsent }) => oldestUnsent);
  expect(behind).toEqual([...times.filter((_, index) => index > 0 && index % batchPackets === 0), undefined]);
  expect(await agent.stop()).toBe(0);
});

it('sends smaller batches after a 413 of a proxy, and drops a packet that is too large on its own', async () => {
  const times = await fillSpool(300);
  const spool = await openSpool({ directory: join(directory, 'spool'), onDrop: () => undefined });
  const value = 'x'.repeat(8_000);
  await spool.append([{ entityId: server.deviceId, timestamp: new Date().toISOString(), message: { Value: value } }]);
  await spool.close();
  server.blocked = { status: 413, path: '/v1/packets', beyondBytes: 4_000 };
  const agent = start();
  await vi.waitFor(() => expect(agent.said()).toContain('the server rejected an entire batch'), waited);
  expect(server.packets.map(({ timestamp }) => timestamp)).toEqual(times);
  expect(agent.said()).toContain('a batch was too large, sending smaller ones');
});

it('continues with the next batch when the acknowledged position cannot be written', async () => {
  const times = await fillSpool(3 * batchPackets);
  // A directory at the path of the temporary file makes the write fail.
  await mkdir(join(directory, 'spool', 'acknowledged.json.new'));
  const agent = start();
  await vi.waitFor(() => expect(server.packets.length, agent.said()).toBe(times.length), waited);
  expect(server.packets.map(({ timestamp }) => timestamp)).toEqual(times);
  await vi.waitFor(
    () => expect(agent.said()).toContain('the acknowledged position in the spool could not be stored'),
    waited,
  );
  expect(await agent.stop()).toBe(0);
});
