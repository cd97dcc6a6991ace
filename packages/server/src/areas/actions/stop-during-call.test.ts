import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultStatuses } from '@cfs/contracts/action-enumerations';
import type { ActionHistory } from '@cfs/contracts/action-histories';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { anyPort, createServerProcesses, ready } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { startHttpPeer, type HttpPeer } from './testing/http-peer.ts';

let server: TestServer;
let peer: HttpPeer;
let directory: string;
let processes: ReturnType<typeof createServerProcesses>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs stop '));
  peer = await startHttpPeer();
  // The processes use the system clock: with the current time, their housekeeping does not remove the data of the test.
  server = await startTestServer({ clock: new ManualClock(new Date()) });
  processes = createServerProcesses(server.database, directory);
});
afterEach(() => processes.kill());
afterAll(async () => {
  await server.close();
  await peer.close();
  await rm(directory, { recursive: true });
});

const queueCall = async (): Promise<string> => {
  const as = server.as('Administrator');
  const definition = { name: 'Call', actionDefinitionTypeId: 4, endpointUrl: `http://127.0.0.1:${peer.port}/hook` };
  const created = await as.put('/v1/actionDefinitions', definition);
  const { actionDefinitionId } = created.body as { actionDefinitionId: string };
  const tested = await as.post(`/v1/actionDefinitions/${actionDefinitionId}/test`, {});
  return (tested.body as { id: string }).id;
};

const resultsOf = async (messageId: string): Promise<readonly number[]> => {
  const answer = await server.as('Viewer').get(`/v1/actionHistories?$filter=messageId eq ${messageId}`);
  const { value } = answer.body as { value: readonly ActionHistory[] };
  return value.toSorted((one, other) => one.attempt - other.attempt).map(({ resultStatusId }) => resultStatusId);
};

const startWorker = async (environment: Readonly<Record<string, string>> = {}) => {
  const run = processes.start({ PORT: await anyPort(), ACTION_ALLOWED_ADDRESSES: '127.0.0.1', ...environment });
  return { run, origin: await ready(run) };
};

it('a worker that is terminated records the call that it is running', async () => {
  const { promise, resolve } = Promise.withResolvers<{ status: number }>();
  peer.calls.length = 0;
  peer.answer = () => promise;
  const messageId = await queueCall();
  const { run, origin } = await startWorker();
  await expect.poll(() => peer.calls.length).toBe(1);
  run.process.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(false);
  resolve({ status: 200 });
  expect(await run.ended).toBe(0);
  expect(await resultsOf(messageId)).toEqual([resultStatuses.EnqueueSuccess, resultStatuses.Success]);
  expect(peer.calls).toHaveLength(1);
});

it('a call that outlasts the grace period is repeated by another worker with the same key', async () => {
  peer.calls.length = 0;
  peer.answer = () => (peer.calls.length === 1 ? new Promise<never>(() => undefined) : { status: 200 });
  const messageId = await queueCall();
  const first = await startWorker();
  await expect.poll(() => peer.calls.length).toBe(1);
  const second = await startWorker();
  first.run.process.kill('SIGTERM');
  expect(await first.run.ended).toBe(0);
  await expect.poll(() => resultsOf(messageId), { timeout: 30_000 }).toContain(resultStatuses.Success);
  expect(peer.calls).toHaveLength(2);
  expect(new Set(peer.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  second.run.process.kill('SIGTERM');
  expect(await second.run.ended).toBe(0);
});

it('a worker that drains finishes its call and leaves further ones to another worker', async () => {
  peer.calls.length = 0;
  const { promise, resolve } = Promise.withResolvers<{ status: number }>();
  peer.answer = () => (peer.calls.length === 1 ? promise : { status: 200 });
  const begun = await queueCall();
  // A second signal ends the drain.
  const first = await startWorker({ DRAIN_SECONDS: '60' });
  await expect.poll(() => peer.calls.length).toBe(1);
  first.run.process.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${first.origin}/readyz`)).status).toBe(503);

  const later = await queueCall();
  resolve({ status: 200 });
  await expect.poll(() => resultsOf(begun)).toEqual([resultStatuses.EnqueueSuccess, resultStatuses.Success]);
  const second = await startWorker();
  await expect.poll(() => resultsOf(later)).toEqual([resultStatuses.EnqueueSuccess, resultStatuses.Success]);
  expect(peer.calls).toHaveLength(2);
  const attempts = await server.database.asOwner<{ worker: string }>(
    'select worker from cfs.work_attempts order by ended desc limit 2',
  );
  expect(attempts.map(({ worker }) => Number(worker.split(' ')[1]))).toEqual([
    second.run.process.pid,
    first.run.process.pid,
  ]);
  for (const { run } of [first, second]) {
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  }
});
