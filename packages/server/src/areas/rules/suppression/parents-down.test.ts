import { randomUUID } from 'node:crypto';
import { builtInActions, resultStatuses } from '@cfs/contracts/actions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { action, hit, historiesOf, settle } from '../testing/match-once.ts';

const minute = 60_000;
const { EnqueueSuccess, Success, Suppressed } = resultStatuses;
let server: TestServer;
let worker: Worker;
let subscriptionId: string;
let ids: { site: string; router: string; host: string };

beforeAll(async () => {
  server = await startTestServer();
  worker = createTestWorker(server.services, 'rules', 'actions');
  subscriptionId = randomUUID();
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Production', now(), 'test', now(), 'test')`,
    [server.tenants.own, subscriptionId],
  );
  await server.services.snapshot.refresh();
});
afterAll(() => server.close());

const put = (blockId: string, parentEntityId?: string) =>
  server
    .as('Operator')
    .put('/v1/blocks', { blockId, subscriptionId, name: blockId.slice(0, 8), blockTypeId: 1, parentEntityId });
const move = (blockId: string, parentEntityId: string | null) =>
  server.as('Operator').post(`/v1/blocks/${blockId}`, { name: 'Moved', parentEntityId });

/** Blocks of which each depends on the one before. */
const putChain = async (length: number) => {
  const chain = Array.from({ length }, () => randomUUID());
  for (const [index, id] of chain.entries()) expect((await put(id, chain[index - 1])).status).toBe(201);
  return { top: chain[0] ?? '', aboveBottom: chain.at(-2) ?? '', bottom: chain.at(-1) ?? '' };
};

beforeEach(async () => {
  ids = { site: randomUUID(), router: randomUUID(), host: randomUUID() };
  expect((await put(ids.site)).status).toBe(201);
  expect((await put(ids.router, ids.site)).status).toBe(201);
  expect((await put(ids.host, ids.router)).status).toBe(201);
  await server.as('Operator').put('/v1/rules', {
    name: 'Hot',
    ruleTypeId: 1,
    matchLifetime: '00:05:00',
    conditions: Object.values(ids).map((id, index) => ({
      Type: index === 0 ? 0 : 1,
      LeftOperand: 6,
      Operator: 1,
      RightOperand: id,
    })),
    matchActions: [action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: 'Begun' })],
  });
});

const statuses = async (entityId: string) =>
  (await historiesOf(server, entityId)).map((entry) => entry.result_status_id);

describe('while a parent is down', () => {
  it('the actions of everything below are suppressed, and told why', async () => {
    await hit(server, ids.site);
    await hit(server, ids.host);
    await settle(worker);
    expect(await statuses(ids.site)).toEqual([EnqueueSuccess, Success]);
    const [history] = await historiesOf(server, ids.host);
    expect(history).toMatchObject({
      result_status_id: Suppressed,
      result_detail: `Depends on what is down: Hot: ${ids.site.slice(0, 8)}`,
    });
  });

  it('a match below that outlasts it runs its actions once', async () => {
    await hit(server, ids.router);
    server.clock.advance(2 * minute);
    await hit(server, ids.host);
    server.clock.advance(3 * minute);
    await settle(worker);
    server.clock.advance(minute);
    await settle(worker);
    expect(await statuses(ids.host)).toEqual([Suppressed, EnqueueSuccess, Success]);
  });

  it('what stands beside or above it is not suppressed', async () => {
    await hit(server, ids.host);
    await hit(server, ids.router);
    await settle(worker);
    expect(await statuses(ids.router)).toEqual([EnqueueSuccess, Success]);
  });
});

describe('the parent of a block', () => {
  it('is a block of the tenant that does not depend on it', async () => {
    const faults = [
      [ids.site, ids.site, 'A block cannot depend on itself.'],
      [ids.site, ids.host, 'The parent depends on this block.'],
      [ids.site, randomUUID(), 'The parent was not found.'],
    ] as const;
    for (const [blockId, parentId, detail] of faults)
      expect(await move(blockId, parentId)).toMatchObject({ status: 400, body: { detail } });
    expect((await move(ids.host, null)).body).toMatchObject({ parentEntityId: null });
    expect((await move(ids.site, ids.host)).body).toMatchObject({ parentEntityId: ids.host });
  });

  it('never closes a cycle when two people write at the same time', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await put(one);
    await put(other);
    const answers = await Promise.all([move(one, other), move(other, one)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('is no block that depends on it, also for a block that is made again', async () => {
    expect((await server.as('Administrator').delete(`/v1/blocks/${ids.site}`)).status).toBe(204);
    expect(await put(ids.site, ids.host)).toMatchObject({
      status: 400,
      body: { detail: 'The parent depends on this block.' },
    });
  });

  it('is not checked again by an edit that keeps it', async () => {
    expect((await server.as('Administrator').delete(`/v1/blocks/${ids.site}`)).status).toBe(204);
    expect(await move(ids.router, ids.site)).toMatchObject({ status: 200, body: { parentEntityId: ids.site } });
    expect((await move(ids.host, ids.site)).status).toBe(400);
  });

  it('leaves at most 20 blocks above one another, those below the moved block included', async () => {
    const [upper, lower, leaf] = [await putChain(11), await putChain(9), await putChain(1)];
    const tooDeep = { status: 400, body: { detail: 'Blocks depend on each other over at most 20 steps.' } };
    expect((await move(lower.top, upper.bottom)).status).toBe(200);
    expect(await move(leaf.top, lower.bottom)).toMatchObject(tooDeep);
    expect((await move(lower.top, null)).status).toBe(200);
    expect((await move(leaf.top, lower.bottom)).status).toBe(200);
    expect(await move(lower.top, upper.bottom)).toMatchObject(tooDeep);
    expect((await move(lower.top, upper.aboveBottom)).status).toBe(200);
  });

  it('leaves at most 20 blocks above one another when two people write at the same time', async () => {
    const [one, two, three] = [await putChain(7), await putChain(7), await putChain(7)];
    const answers = await Promise.all([move(two.top, one.bottom), move(three.top, two.bottom)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});
