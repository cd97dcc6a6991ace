import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { promoteTestMachine } from './areas/pending-devices/testing/test-machine.ts';
import { longestStopMilliseconds } from './drain.ts';
import { settings } from './platform/settings/settings.ts';
import { anyPort, createServerProcesses, ready } from './testing/server-process.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { ManualClock } from './testing/manual-clock.ts';

let server: TestServer;
let directory: string;
let processes: ReturnType<typeof createServerProcesses>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs drain '));
  // The processes use the system clock.
  server = await startTestServer({ clock: new ManualClock(new Date()) });
  processes = createServerProcesses(server.database, directory);
});
afterEach(() => processes.kill());
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

/** Longer than the test takes: a second signal ends the drain. */
const drainSeconds = '60';

const waitingForLocks = async (): Promise<number> => {
  const [row] = await server.database.asOwner<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
};

it('keeps serving while it drains, then completes requests in flight and exits', async () => {
  const run = processes.start({ PORT: await anyPort(), DRAIN_SECONDS: drainSeconds });
  const origin = await ready(run);
  const statusOf = async (path: string): Promise<number> => (await fetch(origin + path)).status;
  const machine = await promoteTestMachine(server);
  const { token } = (await machine.signIn()).body as { token: string };
  const authorization = `Bearer ${token}`;
  const askConfiguration = (etag = ''): Promise<Response> =>
    fetch(`${origin}/v1/agents/configuration`, { headers: { authorization, 'if-none-match': etag } });
  const sendPacket = (): Promise<Response> => {
    const entityId = machine.agentId();
    const body = JSON.stringify({ entityId, timestamp: new Date().toISOString(), message: { Value: 1 } });
    const headers = { authorization, 'content-type': 'application/json' };
    return fetch(`${origin}/v1/packets`, { method: 'POST', headers, body });
  };
  expect(await statusOf('/readyz')).toBe(200);
  const etag = (await askConfiguration()).headers.get('etag') ?? '';

  const longPoll = askConfiguration(etag);
  const lock = await server.database.hold('lock table cfs.packets_latest in access exclusive mode');
  const packet = sendPacket();
  await expect.poll(waitingForLocks).toBeGreaterThan(0);
  run.process.kill('SIGTERM');

  await expect.poll(() => statusOf('/readyz')).toBe(503);
  const notReady = await fetch(`${origin}/readyz`);
  expect(Number(notReady.headers.get('retry-after'))).toBeGreaterThan(0);
  const alive = await fetch(`${origin}/healthz`);
  expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']);
  const served = await askConfiguration();
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);

  run.process.kill('SIGTERM');
  const ended = await longPoll;
  expect([ended.status, ended.headers.get('etag'), ended.headers.get('connection')]).toEqual([304, etag, 'close']);
  await expect.poll(() => statusOf('/healthz').catch(() => 'refused')).toBe('refused');
  await lock[Symbol.asyncDispose]();
  const stored = await packet;
  expect([stored.status, await stored.json()]).toMatchObject([202, { accepted: 1 }]);
  expect(await run.ended).toBe(0);
  expect(run.output()).toBe(`Ready: ${origin}\n`);
});

it('exits in time despite open connections that send nothing', async () => {
  const run = processes.start({ PORT: await anyPort() });
  const origin = await ready(run);
  const unused = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(unused, 'connect');
  const closed = once(unused, 'close');
  unused.resume();
  run.process.kill('SIGTERM');
  expect(await run.ended).toBe(0);
  await closed;
});

it('has more time in its systemd unit than the longest drain and stop take', async () => {
  const unit = await readFile(join(import.meta.dirname, '../../../deploy/systemd/cfs-portal.service'), 'utf8');
  const unitSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  const remainingSeconds = unitSeconds - longestStopMilliseconds / 1_000;
  expect(settings.DRAIN_SECONDS.schema.safeParse(remainingSeconds).success).toBe(false);
  expect(settings.DRAIN_SECONDS.schema.safeParse(5).success).toBe(true);
});
