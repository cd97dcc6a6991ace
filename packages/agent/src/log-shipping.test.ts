import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadAgentKey } from './agent-key.ts';
import { createLog, type Log } from './log.ts';
import { shipLogs } from './log-shipping.ts';
import { createServerClient } from './server-client.ts';
import { createSession } from './session.ts';
import { startAgent, type AgentProcess } from './testing/agent-process.ts';
import { startProtocolServer, type ProtocolServer } from './testing/protocol-server.ts';

const waited = { timeout: 120_000, interval: 50 };
/** The server's default limit of a request body. */
const bodyLimitBytes = 1_048_576;

let server: ProtocolServer;
let directory: string;
beforeEach(async () => {
  server = await startProtocolServer();
  directory = await mkdtemp(join(tmpdir(), 'cfs-log-'));
});
afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true, maxRetries: 20 });
});

describe('shipping the log', () => {
  let lines: string[];
  let log: Log;
  let ending: AbortController;
  let shipping: Promise<void>;
  const shippedDetails = (): readonly string[] => server.logs.map(({ detail }) => detail);

  beforeEach(async () => {
    lines = [];
    log = createLog((line) => lines.push(line));
    ending = new AbortController();
    const client = createServerClient(server.address, { proxy: undefined, authorities: undefined }, ending.signal);
    const session = createSession(client, server.deviceId, await loadAgentKey(directory));
    shipping = shipLogs({ session, log, signal: ending.signal, enabled: () => true });
  });
  afterEach(async () => {
    ending.abort();
    await shipping;
  });

  it('sends no more in one call than the body limit allows', async () => {
    server.blocked = { status: 413, path: '/v1/agents/logs', beyondBytes: bodyLimitBytes + 1 };
    // Each of these characters takes six bytes in JSON.
    const details = Array.from({ length: 24 }, (_none, at) => `${at} ${'\u0001'.repeat(7_900)}`);
    for (const detail of details) log.info(detail);
    await vi.waitFor(() => expect(shippedDetails()).toHaveLength(details.length), waited);
    expect(shippedDetails()).toEqual(details);
    expect(lines).toHaveLength(details.length);
  });

  it('sends fewer entries per call after a 413 of a proxy, and drops one that is too large on its own', async () => {
    server.blocked = { status: 413, path: '/v1/agents/logs', beyondBytes: 1_000 };
    log.info('first');
    log.info('x'.repeat(2_000));
    log.info('second');
    await vi.waitFor(() => expect(shippedDetails()).toContain('second'), waited);
    expect(shippedDetails()).toContain('first');
    expect(shippedDetails().filter((detail) => detail.startsWith('x'))).toEqual([]);
    await vi.waitFor(
      () => expect(shippedDetails().join()).toContain('log entries were rejected and dropped {"entries":1'),
      waited,
    );
  });

  it('logs once that entries are refused, and continues when they are accepted again', async () => {
    server.failing = 404;
    log.info('before');
    await vi.waitFor(() => expect(lines.join('')).toContain('log entries were rejected and dropped'), waited);
    // The warning itself is refused too.
    await vi.waitFor(() => expect(log.unshipped({ entries: 1, bytes: 1 })).toEqual([]), waited);
    server.failing = undefined;
    log.info('after');
    await vi.waitFor(() => expect(shippedDetails()).toEqual(['after']), waited);
    expect(lines).toHaveLength(3);
  });
});

describe('the log', () => {
  const limits = { entries: 200, bytes: 1_000_000 };

  it('keeps unsent entries when sent ones were dropped before they were acknowledged', () => {
    const log = createLog(() => undefined);
    for (let at = 0; at < 1_000; at += 1) log.info(`entry ${at}`);
    const sent = log.unshipped(limits);
    for (let at = 1_000; at < 1_100; at += 1) log.info(`entry ${at}`);
    log.shipped(sent);
    expect(log.unshipped(limits)[0]?.detail).toBe('entry 200');
    const others = log.unshipped(limits);
    for (let at = 1_100; at < 2_100; at += 1) log.info(`entry ${at}`);
    log.shipped(others);
    expect(log.unshipped(limits)[0]?.detail).toBe('entry 1100');
  });
});

describe('the agent', () => {
  let agent: AgentProcess;
  afterEach(async () => {
    await agent.stop('SIGKILL');
  });

  it.each([400, 404, 413, 422])('continues when the server responds %i to its log', async (status) => {
    server.failing = status;
    agent = startAgent(server.address, directory);
    await vi.waitFor(() => expect(agent.said()).toContain('log entries were rejected and dropped'), waited);
    server.failing = undefined;
    server.configure({ name: 'still there' });
    await vi.waitFor(() => expect(JSON.stringify(server.logs)).toContain('still there'), waited);
    expect(await agent.stop()).toBe(0);
  });
});
