import assert from 'node:assert/strict';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Agent, request } from 'undici';
import { coloursOfFloor } from './actions-floor.ts';
import { serverProgram, startProgram, type ChildProgram } from './child-program.ts';
import { queueSteps, seedSubjects, waitForAll, waitForRun, waitOf, type QueuedKind } from './queued-steps.ts';
import { percentile, report } from './report.ts';
import type { Serving } from './serving.ts';
import { startSlowEndpoint, type SlowEndpoint } from './slow-endpoint.ts';

/** The target of each figure. */
const targets = {
  localPerSecond: 1_500,
  callsSeconds: 5,
  waitMilliseconds: 500,
  addedMilliseconds: 15,
  takeoverSeconds: 7,
} as const;

const startWorker = (serving: Serving, directory: string): Promise<ChildProgram> =>
  startProgram({
    script: join(import.meta.dirname, '../../', serverProgram),
    environment: {
      DATABASE_URL: serving.connectionString,
      DATA_DIR: join(directory, 'worker'),
      MASTER_KEY_FILE: join(directory, 'data/master.key'),
      OIDC_AUTHORITY: serving.origin,
      ROLES: 'worker',
      FEATURES: 'private-action-addresses',
      LOG_LEVEL: 'error',
    },
    ready: 'Ready:',
  });

type Subjects = Awaited<ReturnType<typeof seedSubjects>>;

interface Scene {
  readonly serving: Serving;
  readonly directory: string;
  readonly endpoint: SlowEndpoint;
  /** A tenant with much work, and another one. */
  readonly busy: Subjects;
  readonly other: Subjects;
}

/** Prints a figure and records whether it misses its target. */
type Judge = (name: string, value: number, unit: string, isMet: boolean, floor?: number) => void;

const localThroughput = async ({ serving, busy }: Scene, judge: Judge): Promise<void> => {
  const { owner, connectionString } = serving;
  for (const kind of ['colour', 'note'] as const) {
    const count = 10_000;
    const run = await waitForRun(owner, await queueSteps(owner, kind, busy, count));
    assert.deepEqual([run.steps, run.failed], [count, 0]);
    const perSecond = count / run.seconds;
    const floor = await coloursOfFloor(connectionString, count);
    judge(`actions: ${kind}s, one worker`, perSecond, 'actions/s', perSecond >= targets.localPerSecond, floor);
  }
};

const callsOfFloor = async (address: string, count: number): Promise<number> => {
  const agent = new Agent({ connections: 64 });
  const began = performance.now();
  let left = count;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const { body } = await request(address, { method: 'POST', body: '{}', dispatcher: agent });
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: 64 }, work));
  await agent.close();
  return (performance.now() - began) / 1000;
};

const callsOfOneTenant = async ({ serving: { owner }, busy, endpoint }: Scene, judge: Judge): Promise<void> => {
  const count = 1_000;
  endpoint.pause = 200;
  const run = await waitForRun(owner, await queueSteps(owner, 'http', busy, count));
  assert.deepEqual([run.steps, run.failed], [count, 0]);
  const floor = await callsOfFloor(endpoint.address, count);
  const name = 'actions: 1,000 calls of one tenant, 200 ms each';
  judge(name, run.seconds, 's', run.seconds <= targets.callsSeconds, floor);
};

const waitBesideBacklog = async (scene: Scene, kind: QueuedKind, judge: Judge): Promise<void> => {
  const { owner } = scene.serving;
  scene.endpoint.pause = kind === 'http' ? 200 : 0;
  const alone: number[] = [];
  for (let sample = 0; sample < 20; sample += 1)
    alone.push(await waitOf(owner, await queueSteps(owner, kind, scene.other, 1)));
  const backlog = await queueSteps(owner, kind, scene.busy, 10_000);
  const beside: number[] = [];
  const isOpen = async (): Promise<boolean> => {
    const { rows } = await owner.query<{ open: number }>(
      'select count(*)::int as open from cfs.work_steps where trace_id = $1 and finished is null',
      [backlog],
    );
    return (rows[0]?.open ?? 0) > 200;
  };
  while ((await isOpen()) && beside.length < 60)
    beside.push(await waitOf(owner, await queueSteps(owner, kind, scene.other, 1)));
  await waitForRun(owner, backlog, 300);
  assert.ok(beside.length >= 10, `only ${beside.length} actions were queued beside the backlog`);
  const p95 = percentile(beside, 0.95);
  const name = `actions: wait of one ${kind} beside 10,000 of another tenant, p95`;
  judge(name, p95, 'ms', p95 <= targets.waitMilliseconds, percentile(alone, 0.95));
};

const send = async <Answer>(
  scene: Scene,
  token: string,
  method: 'PUT' | 'PATCH' | 'GET',
  path: string,
  body?: unknown,
): Promise<Answer> => {
  const response = await request(scene.serving.origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-tenant-id': scene.busy.tenantId,
      ...(body !== undefined && {
        'content-type': method === 'PATCH' ? 'application/json-patch+json' : 'application/json',
      }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.body.text();
  assert.ok(response.statusCode < 300, `${method} ${path}: ${response.statusCode} ${text.slice(0, 400)}`);
  return JSON.parse(text) as Answer;
};

/** Saves a unit with a protocol and one without alternately; both run on the same machine as the worker. */
const saveWithProtocol = async (scene: Scene, judge: Judge): Promise<void> => {
  const token = await scene.serving.tokenOf('admin');
  scene.endpoint.pause = 0;
  const { protocolId } = await send<{ protocolId: string }>(scene, token, 'PUT', '/v1/protocols', { name: 'Bench' });
  const { actionDefinitionId } = await send<{ actionDefinitionId: string }>(
    scene,
    token,
    'PUT',
    '/v1/actionDefinitions',
    {
      name: 'Bench protocol action',
      actionDefinitionTypeId: 2,
      inputParameters: '',
      endpointUrl: scene.endpoint.address,
      body: '{"title":"{{Title}}"}',
    },
  );
  for (let sequence = 0; sequence < 20; sequence += 1)
    await send(scene, token, 'PUT', '/v1/protocolActions', {
      protocolId,
      actionDefinitionId,
      workUnitEventTypeId: 'OnChange',
      runAutomatically: true,
      sequence,
      summary: `Action ${sequence}`,
    });
  const made = async (fields: object) => {
    const body = { title: 'Bench 0', severityId: 'Sev3', workUnitTypeId: 1, ...fields };
    return (await send<{ workUnitId: number }>(scene, token, 'PUT', '/v1/workunits', body)).workUnitId;
  };
  const units = { plain: await made({}), acting: await made({ protocolId }) };
  const samples = { plain: [] as number[], acting: [] as number[] };
  for (let round = 0; round < 120; round += 1)
    for (const which of ['plain', 'acting'] as const) {
      const asked = performance.now();
      await send(scene, token, 'PATCH', `/v1/workunits/${units[which]}`, [
        { op: 'test', path: '/title', value: `Bench ${round}` },
        { op: 'replace', path: '/title', value: `Bench ${round + 1}` },
      ]);
      if (round >= 20) samples[which].push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  const plain = percentile(samples.plain, 0.95);
  const added = percentile(samples.acting, 0.95) - plain;
  report({ name: 'actions: save without protocol, p95', value: plain, unit: 'ms' });
  judge('actions: added to a save by 20 automatic actions, p95', added, 'ms', added < targets.addedMilliseconds);
};

const twoWorkers = async ({ serving, directory, busy }: Scene, judge: Judge): Promise<void> => {
  const second = await startWorker(serving, directory);
  try {
    const count = 10_000;
    const run = await waitForRun(serving.owner, await queueSteps(serving.owner, 'colour', busy, count));
    assert.deepEqual([run.steps, run.repeated, run.failed], [count, 0, 0], 'each action was done once');
    const smaller = run.workers.length < 2 ? 0 : Math.min(...run.workers) / count;
    report({ name: 'actions: colours, two workers', value: count / run.seconds, unit: 'actions/s' });
    judge('actions: share of the second of two workers', smaller * 100, '%', smaller > 0.1);
  } finally {
    await second.stop();
  }
};

/** Kills the only worker during calls while another one continues. Resolves with the remaining worker. */
const afterKill = async (scene: Scene, first: ChildProgram, judge: Judge): Promise<ChildProgram> => {
  const { serving, endpoint, busy, directory } = scene;
  await waitForAll(serving.owner);
  endpoint.calls.clear();
  endpoint.pause = 8_000;
  const trace = await queueSteps(serving.owner, 'http', busy, 20);
  while (endpoint.calls.size < 20) await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await startWorker(serving, directory);
  const killed = performance.now();
  await first.stop('SIGKILL');
  endpoint.pause = 0;
  const run = await waitForRun(serving.owner, trace);
  const repeated = [...endpoint.calls.values()].map(([, again]) => again ?? Number.NaN);
  const seconds = (Math.max(...repeated) - killed) / 1000;
  assert.equal(run.repeated, 20, 'each attempt was repeated once, under the same key');
  judge('actions: from a kill to the last repeated call', seconds, 's', seconds <= targets.takeoverSeconds);
  return second;
};

/** Benchmarks durable work: throughput, fairness, the time that it adds to a save, and recovery after a kill. */
export const benchmarkActions = async (serving: Serving, directory: string): Promise<void> => {
  const endpoint = await startSlowEndpoint();
  let worker = await startWorker(serving, directory);
  let missed = 0;
  const judge: Judge = (name, value, unit, isMet, floor) => {
    report({ name, value, unit, ...(floor !== undefined && { floor }) });
    if (!isMet) missed += 1;
  };
  try {
    const { owner, tenants } = serving;
    const scene: Scene = {
      serving,
      directory,
      endpoint,
      busy: await seedSubjects(owner, tenants.one, 10_000, endpoint.address),
      other: await seedSubjects(owner, tenants.last, 1, endpoint.address),
    };
    await waitForRun(owner, await queueSteps(owner, 'colour', scene.busy, 500));
    await localThroughput(scene, judge);
    await callsOfOneTenant(scene, judge);
    await waitBesideBacklog(scene, 'colour', judge);
    await waitBesideBacklog(scene, 'http', judge);
    await saveWithProtocol(scene, judge);
    await twoWorkers(scene, judge);
    worker = await afterKill(scene, worker, judge);
    report({ name: 'actions: figures that miss their target', value: missed, unit: 'figures' });
  } finally {
    await worker.stop();
    await endpoint.close();
  }
};
