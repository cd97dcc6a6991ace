import { randomUUID } from 'node:crypto';
import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { action, hit, historiesOf, settle } from '../testing/match-once.ts';
import { createRuleBench } from '../testing/rule-bench.ts';

const minute = 60_000;
/** Milliseconds for which a match of a parent suppresses after it has expired, unless its subject has returned. */
const rollover = 65_000;
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

/** Creates blocks, each of which depends on the one before. */
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
  it('the actions of everything below are suppressed with the reason', async () => {
    await hit(server, ids.site);
    await hit(server, ids.host);
    await settle(worker);
    expect(await statuses(ids.site)).toEqual([EnqueueSuccess, Success]);
    const [history] = await historiesOf(server, ids.host);
    expect(history).toMatchObject({
      result_status_id: Suppressed,
      result_detail: `Depends on an entity that is down: Hot: ${ids.site.slice(0, 8)}`,
    });
  });

  it('a match below that outlasts it runs its actions once after it has ended', async () => {
    await hit(server, ids.router);
    server.clock.advance(2 * minute);
    await hit(server, ids.host);
    server.clock.advance(3 * minute);
    await settle(worker);
    server.clock.advance(rollover - 1_000);
    await settle(worker);
    expect(await statuses(ids.host)).toEqual([Suppressed]);
    server.clock.advance(1_000);
    await settle(worker);
    expect(await statuses(ids.host)).toEqual([Suppressed, EnqueueSuccess, Success]);
  });

  it('a match that has expired but not ended still suppresses', async () => {
    await hit(server, ids.router);
    server.clock.advance(5 * minute + 1_000);
    await hit(server, ids.host);
    expect(await statuses(ids.host)).toEqual([Suppressed]);
    const [timer] = await server.database.asOwner<{ due: Date }>(
      `select due from cfs.work_timers where kind = 'rule-match-release'`,
    );
    expect(timer?.due).toEqual(new Date(server.clock.now().getTime() + 1_000));
  });

  it('a match that was ended by hand no longer suppresses', async () => {
    await hit(server, ids.router);
    const [match] = await server.database.asOwner<{ rule_match_id: string }>(
      'select rule_match_id from cfs.rule_matches where subject_id = $1',
      [ids.router],
    );
    const ended = await server
      .as('Administrator')
      .post(`/v1/rulematches/${match?.rule_match_id}/expire`, { reason: 'Repaired' });
    expect(ended.status, ended.text).toBe(200);
    await hit(server, ids.host);
    await settle(worker);
    expect(await statuses(ids.host)).toEqual([EnqueueSuccess, Success]);
  });

  it('blocks beside or above it are not suppressed', async () => {
    await hit(server, ids.host);
    await hit(server, ids.router);
    await settle(worker);
    expect(await statuses(ids.router)).toEqual([EnqueueSuccess, Success]);
  });
});

describe('while a parent is silent', () => {
  /**
   * Creates a parent whose last packet is at 0 s, a child that is silent from 30 s on, and a rule that finds both after
   * 10 min.
   */
  const beSilent = async (matchLifetime = '00:05:00') => {
    await server.database.asOwner('truncate cfs.rules, cfs.rule_matches, cfs.work_timers, cfs.packets_latest cascade');
    await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
    const bench = await createRuleBench(server);
    const [parent, child, other] = [randomUUID(), randomUUID(), randomUUID()];
    expect((await put(parent)).status).toBe(201);
    expect((await put(child, parent)).status).toBe(201);
    expect((await put(other)).status).toBe(201);
    await bench.addRule({
      name: 'Silent',
      ruleTypeId: 3,
      matchLifetime,
      conditions: [{ Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:10:00' }],
      matchActions: [action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: 'Silent' })],
      expirationActions: [action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: 'Back' })],
    });
    await bench.settle();
    await bench.send(parent, [0, 1]);
    // Its ticks make the timer run just before those of the parent, so that the ticks of the parent are found only a
    // while later.
    await bench.send(other, [-0.4, 1]);
    await bench.send(child, [30, 1]);
    const settleAt = async (seconds: number): Promise<void> => {
      bench.at(seconds);
      await bench.settle();
    };
    for (const at of [599.6, 600, 600.6, 630, 839.6, 840, 840.6, 870, 899.6]) await settleAt(at);
    return { bench, parent, child, settleAt };
  };

  it('the actions below stay suppressed between two of its matches', async () => {
    const { child, settleAt } = await beSilent();
    for (const at of [900, 900.6, 901.6]) await settleAt(at);
    expect(await statuses(child)).toEqual([Suppressed]);
  });

  it('the actions below run as soon as its match expires after it has returned', async () => {
    const { bench, parent, child, settleAt } = await beSilent();
    await bench.send(parent, [870, 1]);
    await settleAt(899.6);
    expect(await statuses(child)).toEqual([Suppressed]);
    for (const at of [900, 901]) await settleAt(at);
    expect(await statuses(child)).toEqual([Suppressed, EnqueueSuccess, Success]);
  });

  it('a child that returned before it runs no actions, not even at the end of its match', async () => {
    const { bench, parent, child, settleAt } = await beSilent();
    bench.at(890);
    await bench.send(child, [885, 1]);
    await bench.send(parent, [890, 1]);
    for (const at of [899.6, 900, 901]) await settleAt(at);
    expect(await statuses(child)).toEqual([Suppressed]);
    for (const at of [930, 960, 1_100]) await settleAt(at);
    expect(await statuses(child)).toEqual([Suppressed, Suppressed]);
  });

  it('a child that returned before it runs its actions when it falls silent again in the same match', async () => {
    const { bench, parent, child, settleAt } = await beSilent('04:00:00');
    bench.at(900);
    await bench.send(child, [900, 1]);
    const [match] = await server.database.asOwner<{ rule_match_id: string }>(
      'select rule_match_id from cfs.rule_matches where subject_id = $1',
      [parent],
    );
    const ended = await server
      .as('Administrator')
      .post(`/v1/rulematches/${match?.rule_match_id}/expire`, { reason: 'Repaired' });
    expect(ended.status, ended.text).toBe(200);
    await bench.send(parent, [900, 1]);
    for (let at = 930; at < 1_500; at += 30) await settleAt(at);
    expect(await statuses(child)).toEqual([Suppressed]);
    for (let at = 1_500; at <= 1_650; at += 30) {
      await bench.send(parent, [at, 1]);
      await settleAt(at);
    }
    expect(await statuses(child)).toEqual([Suppressed, EnqueueSuccess, Success]);
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

  it('never closes a cycle when two users write at the same time', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await put(one);
    await put(other);
    const answers = await Promise.all([move(one, other), move(other, one)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('cannot be a block that depends on it, even for a block that is created again', async () => {
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

  it('limits chains to 20 blocks, including those below the moved block', async () => {
    const [upper, lower, leaf] = [await putChain(11), await putChain(9), await putChain(1)];
    const tooDeep = { status: 400, body: { detail: 'Blocks depend on each other over at most 20 steps.' } };
    expect((await move(lower.top, upper.bottom)).status).toBe(200);
    expect(await move(leaf.top, lower.bottom)).toMatchObject(tooDeep);
    expect((await move(lower.top, null)).status).toBe(200);
    expect((await move(leaf.top, lower.bottom)).status).toBe(200);
    expect(await move(lower.top, upper.bottom)).toMatchObject(tooDeep);
    expect((await move(lower.top, upper.aboveBottom)).status).toBe(200);
  });

  it('limits chains to 20 blocks when two users write at the same time', async () => {
    const [one, two, three] = [await putChain(7), await putChain(7), await putChain(7)];
    const answers = await Promise.all([move(two.top, one.bottom), move(three.top, two.bottom)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});
