import { randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../platform/context.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createIngestRules } from '../ingest-rules.ts';
import { action } from '../testing/match-once.ts';
import { createRuleBench, type RuleBench } from '../testing/rule-bench.ts';

const minute = 60;
const [red, green, blue] = ['FF3333', '009900', '0000FF'];
const color = (Color: string) => action(builtInActions.setColor, { Color });
let server: TestServer;
let bench: RuleBench;
let block: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.asOwner(
    'truncate cfs.rules, cfs.rule_matches, cfs.work_timers, cfs.work_events, cfs.packets_latest cascade',
  );
  await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
  bench = await createRuleBench(server);
  const [subscriptionId, own] = [randomUUID(), server.tenants.own];
  block = randomUUID();
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, $3, now(), 'test', now(), 'test')`,
    [own, subscriptionId, subscriptionId],
  );
  await server.database.asOwner(
    `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
     values ($1, $2, $3, 'Boiler', 1, now(), 'test', now(), 'test')`,
    [own, block, subscriptionId],
  );
});

const addHot = (more: object = {}) =>
  bench.addRule({ name: 'Hot', matchActions: [color(red)], expirationActions: [color(green)], ...more });

const colorOfBlock = async () =>
  (
    await server.database.asOwner<{ color: string }>('select color from cfs.entity_colors where entity_id = $1', [
      block,
    ])
  )[0]?.color;

/** Sends a packet at a time of the server, and runs the resulting work. */
const send = async (now: number, at: number, value: number): Promise<void> => {
  bench.at(now);
  await bench.send(block, [at, value]);
  await bench.settle();
};

/** Evaluates a packet that a spool replays at a time of the server, and runs the resulting work. */
const replay = async (now: number, at: number, Value: number): Promise<void> => {
  bench.at(now);
  const tenantId = server.tenants.own;
  const context = systemContext({ name: 'test', clock: server.clock, tenantId });
  await server.services.gate.ingest(context, async (db) => {
    const held = await createIngestRules(server.services).hold(db, [tenantId]);
    await held.evaluate(context, [
      {
        tenantId,
        entityId: block,
        timestamp: new Date(bench.start + at * 1_000),
        receivedAt: server.clock.now(),
        message: { Value },
        deviceId: undefined,
        timing: 'replayed',
      },
    ]);
  });
  await bench.settle();
};

/** Ends the only match by hand. */
const endByHand = async (): Promise<void> => {
  const [match] = await server.database.asOwner<{ rule_match_id: string }>('select * from cfs.rule_matches');
  const answer = await server
    .as('Administrator')
    .post(`/v1/rulematches/${match?.rule_match_id ?? ''}/expire`, { reason: 'Repaired' });
  expect(answer.status, answer.text).toBe(200);
  await bench.settle();
};

describe('a match that ends before the time of its first packet', () => {
  it('sets the colour of its end when a user ends it', async () => {
    const ruleId = await addHot();
    await send(0, 4 * minute, 95);
    expect(await colorOfBlock()).toBe(red);
    bench.at(minute);
    await endByHand();
    expect(await colorOfBlock()).toBe(green);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 4 * minute, expires: 4 * minute, end: 'ByHand' }]);
  });

  it('expires at the time of that packet when a change of its rule supersedes it', async () => {
    const ruleId = await addHot();
    await send(0, 4 * minute, 95);
    expect((await server.as('Administrator').delete(`/v1/rules/${ruleId}`)).status).toBe(204);
    expect(await bench.matchesOf(ruleId)).toMatchObject([
      { first: 4 * minute, expires: 4 * minute, end: 'Superseded' },
    ]);
  });
});

describe('the colour of a match whose first packet was measured before the end of the previous match and arrived after it', () => {
  it('is that of its begin, then that of its end', async () => {
    const ruleId = await addHot();
    await send(0, 0, 95);
    bench.at(300);
    await bench.settle();
    expect(await colorOfBlock()).toBe(green);
    await send(300.3, 299.95, 95);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ end: 'Expired' }, { first: 299.95, end: null }]);
    expect(await colorOfBlock()).toBe(red);
    bench.at(600);
    await bench.settle();
    expect(await colorOfBlock()).toBe(green);
  });

  it('is that of its begin also when a user ended the previous match', async () => {
    await addHot();
    await send(0, 0, 95);
    bench.at(minute);
    await endByHand();
    expect(await colorOfBlock()).toBe(green);
    await send(minute + 1, minute - 1, 95);
    expect(await colorOfBlock()).toBe(red);
  });

  it('is that of its begin when its actions were suppressed at first', async () => {
    const ruleId = await addHot();
    await send(0, 0, 95);
    bench.at(300);
    await bench.settle();
    const until = new Date(bench.start + 400_000).toISOString();
    const answer = await server.as('Administrator').put('/v1/silences', { ruleId, until, reason: 'Work' });
    expect(answer.status, answer.text).toBe(201);
    await send(300.3, 299.95, 95);
    expect(await colorOfBlock()).toBe(green);
    bench.at(401);
    await bench.settle();
    expect(await colorOfBlock()).toBe(red);
  });

  it('is newer than the end when a spool replays the packet, and older than later colours', async () => {
    const ruleId = await addHot({ matchLifetime: '01:00:00' });
    await bench.addRule({
      name: 'Cold',
      conditions: [{ Type: 0, LeftOperand: 1, Operator: 4, RightOperand: '10' }],
      matchActions: [color(blue)],
    });
    await send(0, 0, 95);
    bench.at(60 * minute);
    await bench.settle();
    await replay(80 * minute, 50 * minute, 95);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ end: 'Expired' }, { first: 50 * minute, end: null }]);
    expect(await colorOfBlock()).toBe(red);
    bench.at(110 * minute);
    await bench.settle();
    await send(115 * minute, 115 * minute, 5);
    expect(await colorOfBlock()).toBe(blue);
    await replay(120 * minute, 105 * minute, 95);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{}, {}, { first: 105 * minute, end: null }]);
    expect(await colorOfBlock()).toBe(blue);
  });
});
