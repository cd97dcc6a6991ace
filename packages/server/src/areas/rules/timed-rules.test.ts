import { randomUUID } from 'node:crypto';
import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import { blockTypes } from '@cfs/contracts/block-enumerations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemTenantId } from '../../platform/context.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { createRuleBench, type RuleBench } from './testing/rule-bench.ts';

let server: TestServer;
let bench: RuleBench;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.asOwner(
    'truncate cfs.rules, cfs.rule_matches, cfs.work_timers, cfs.rule_progress, cfs.packets_latest cascade',
  );
  await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
  // The start of an hour, to which buckets are aligned.
  server.clock.set(new Date(Math.ceil((server.clock.now().getTime() + 1) / 3_600_000) * 3_600_000));
  bench = await createRuleBench(server);
});

const minute = 60;
const equals = (LeftOperand: number, RightOperand: string, more: object = {}) => ({
  Type: 0,
  LeftOperand,
  Operator: 1,
  RightOperand,
  ...more,
});
const valueOf = (value: string) => [equals(1, value)];
const red = { ActionDefinitionId: builtInActions.setColor, Parameters: { Color: 'Red' } };
const green = { ActionDefinitionId: builtInActions.setColor, Parameters: { Color: 'Green' } };

/** Fires the timers that are due at each minute up to the given one. */
const runUntil = async (from: number, to: number): Promise<void> => {
  for (let at = from; at <= to; at += minute) {
    bench.at(at);
    await bench.settle();
  }
};

describe('absence', () => {
  const absence = (more: object = {}) =>
    bench.addRule({
      ruleTypeId: 3,
      useSlidingExpiration: true,
      conditions: [{ Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:10:00' }],
      ...more,
    });

  it('follows the timeline in the documentation', async () => {
    const ruleId = await absence();
    const entity = bench.newEntity();
    await bench.send(entity, [0, 1]);
    await runUntil(0, 12 * minute);
    expect(await bench.matchesOf(ruleId)).toMatchObject([
      { subjectId: entity, first: 10 * minute, last: 12 * minute, count: 3, expires: 17 * minute, end: null },
    ]);
    await bench.send(entity, [12 * minute, 1]);
    await runUntil(13 * minute, 17 * minute);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ count: 3, end: 'Expired' }]);
    await runUntil(18 * minute, 22 * minute);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{}, { first: 22 * minute, count: 1 }]);
  });

  it('counts only the first and the latest hit after an outage, and records how late it was', async () => {
    const ruleId = await absence({ matchLifetime: '01:00:00' });
    const entity = bench.newEntity();
    await bench.send(entity, [0, 1]);
    await bench.settle();
    bench.at(25 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 10 * minute, last: 25 * minute, count: 2 }]);
    const [progress] = await server.database.asOwner<{ late_milliseconds: string }>('select * from cfs.rule_progress');
    expect(Number(progress?.late_milliseconds)).toBeGreaterThan(10 * 60_000);
  });

  it('is counted once when two workers fire its timer', async () => {
    const ruleId = await absence();
    await bench.send(bench.newEntity(), [0, 1]);
    await bench.settle();
    const workers = [1, 2].map(() => createTestWorker(server.services, 'rules'));
    bench.at(10 * minute);
    await Promise.all(workers.map((worker) => worker.runDue()));
    await Promise.all(workers.map((worker) => worker.runDue()));
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ count: 1 }]);
  });

  it('holds for a block that has never sent, from its creation on, and only for entities in scope', async () => {
    const [quiet, other] = [randomUUID(), randomUUID()];
    const subscriptionId = randomUUID();
    await server.database.asOwner(
      `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Absent', now(), 'test', now(), 'test')`,
      [server.tenants.own, subscriptionId],
    );
    for (const blockId of [quiet, other]) {
      await server.database.asOwner(
        `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
         values ($1, $2, $3, 'Quiet', 1, $4, 'test', $4, 'test')`,
        [server.tenants.own, blockId, subscriptionId, server.clock.now()],
      );
    }
    const conditions = [{ Type: 0, LeftOperand: 47, Operator: 6, RightOperand: '00:10:00' }, equals(6, quiet)];
    const ruleId = await absence({ conditions });
    await runUntil(0, 10 * minute);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ subjectId: quiet, first: 10 * minute, count: 1 }]);
  });

  it.each([
    ['Average', { LeftOperand: 43, RightOperand: '80', Window: { Span: '00:05:00', MinimumSamples: 3 } }],
    ['Change', { LeftOperand: 41, RightOperand: '1' }],
  ])('combines with a condition on the last packet and its window: %s', async (_, condition) => {
    const ruleId = await absence({
      conditions: [
        { Type: 0, Operator: 3, ...condition },
        { Type: 0, LeftOperand: 8, Operator: 4, RightOperand: new Date(bench.start + 60_000).toISOString() },
        { Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:10:00' },
      ],
    });
    const [hot, cold] = [bench.newEntity(), bench.newEntity()];
    await bench.send(hot, [-120, 90], [-60, 92], [0, 95]);
    await bench.send(cold, [-120, 95], [-60, 40], [0, 30]);
    await runUntil(0, 11 * minute);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ subjectId: hot, first: 10 * minute, count: 2 }]);
  });

  it('ends with its rule', async () => {
    const ruleId = await absence();
    await bench.send(bench.newEntity(), [0, 1]);
    await bench.settle();
    await server.as('Administrator').post(`/v1/rules/toggledisabled/${ruleId}`);
    await runUntil(minute, 12 * minute);
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    expect(await server.database.asOwner('select from cfs.work_timers')).toEqual([]);
  });
});

describe('correlation', () => {
  const pair = async () =>
    [
      await bench.addRule({ name: 'A', conditions: valueOf('a') }),
      await bench.addRule({ name: 'B', conditions: valueOf('b') }),
    ] as const;
  const both = (one: string, other: string) => [equals(30, one), equals(30, other)];

  it('follows the timeline in the documentation', async () => {
    const [a, b] = await pair();
    const ruleId = await bench.addRule({
      ruleTypeId: 2,
      conditions: both(a, b),
      correlation: { Reach: 'Tenant', Span: '00:10:00', Ordered: true },
    });
    const [x, y, z] = [bench.newEntity(), bench.newEntity(), bench.newEntity()];
    await bench.send(x, [0, 'a']);
    bench.at(5 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    bench.at(12 * minute);
    await bench.send(y, [12 * minute, 'b']);
    expect(await bench.matchesOf(ruleId)).toMatchObject([
      { subjectId: server.tenants.own, first: 12 * minute, count: 1 },
    ]);
    bench.at(13 * minute);
    await bench.send(z, [13 * minute, 'a']);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ count: 2 }]);
    bench.at(17 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ count: 2 }]);
  });

  it.each([
    ['Subject', 1],
    ['Tenant', 1],
    ['Device', 0],
  ] as const)('finds matches only within its reach: %s', async (Reach, count) => {
    const [a, b] = await pair();
    const ruleId = await bench.addRule({ ruleTypeId: 2, conditions: both(a, b), correlation: { Reach } });
    const entity = bench.newEntity();
    await bench.send(entity, [0, 'b'], [1, 'a']);
    expect(await bench.matchesOf(ruleId)).toHaveLength(count);
  });

  it('of one subject is not satisfied by two', async () => {
    const [a, b] = await pair();
    const ruleId = await bench.addRule({ ruleTypeId: 2, conditions: both(a, b), correlation: {} });
    await bench.send(bench.newEntity(), [0, 'a']);
    await bench.send(bench.newEntity(), [1, 'b']);
    expect(await bench.matchesOf(ruleId)).toEqual([]);
  });

  it('evaluates at the time of each match, even for many in one call', async () => {
    const [a, b] = await pair();
    const correlation = { Reach: 'Tenant', Span: '00:01:00' } as const;
    const ruleId = await bench.addRule({ ruleTypeId: 2, conditions: both(a, b), correlation });
    await bench.send(bench.newEntity(), [0, 'a']);
    bench.at(7 * minute);
    await bench.send(bench.newEntity(), [7 * minute, 'b']);
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    const sender = server.withCredential(await server.tenantToken(['packets']));
    const answer = await sender.post(
      '/v1/packets',
      [7 * minute, 4 * minute].map((seconds) => ({
        entityId: bench.newEntity(),
        timestamp: new Date(bench.start + seconds * 1_000).toISOString(),
        message: { Value: 'b' },
      })),
    );
    expect(answer.body, answer.text).toMatchObject({ accepted: 2 });
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 4 * minute, count: 1 }]);
  });

  it('sees rules that are not active', async () => {
    const [a, b] = await pair();
    const conditions = [equals(30, a), equals(30, b, { Operator: 2 })];
    const ruleId = await bench.addRule({ ruleTypeId: 2, conditions, correlation: {} });
    const [one, other] = [bench.newEntity(), bench.newEntity()];
    await bench.send(one, [0, 'a']);
    await bench.send(other, [0, 'b'], [1, 'a']);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ subjectId: one }]);
  });

  it('runs its actions once for the end of a match that is found after the match of the correlation is over', async () => {
    const a = await bench.addRule({ name: 'A', conditions: valueOf('a') });
    const ruleId = await bench.addRule({
      ruleTypeId: 2,
      conditions: [equals(30, a)],
      correlation: { Span: '00:10:00' },
      matchActions: [red],
      expirationActions: [green],
    });
    await bench.send(bench.newEntity(), [0, 'a']);
    bench.at(11 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([
      { first: 0, end: 'Expired' },
      { first: 5 * minute, expires: 10 * minute, end: 'Expired' },
    ]);
    expect(await bench.actionsOf(ruleId)).toEqual([
      'RuleMatchBegan',
      'RuleMatchEnded',
      'RuleMatchBegan',
      'RuleMatchEnded',
    ]);
  });

  it.each([false, true])(
    'is found once at the later begin, in either order of arrival; ordered: %s',
    async (Ordered) => {
      const [a, b] = await pair();
      const correlation = { Reach: 'Tenant', Ordered } as const;
      const ruleId = await bench.addRule({ ruleTypeId: 2, conditions: both(a, b), correlation });
      bench.at(10);
      await bench.send(bench.newEntity(), [9, 'b']);
      await bench.send(bench.newEntity(), [8, 'a']);
      expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 9, count: 1 }]);
      await bench.send(bench.newEntity(), [7, 'a']);
      expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 9, count: 1 }]);
    },
  );

  it('is found at a later begin only for the entity that the rule names', async () => {
    const [a, b] = await pair();
    const [one, other] = [bench.newEntity(), bench.newEntity()];
    const addRule = (entityId: string) =>
      bench.addRule({
        ruleTypeId: 2,
        conditions: [...both(a, b), equals(6, entityId)],
        correlation: { Reach: 'Tenant' },
      });
    const [ofOne, ofOther] = [await addRule(one), await addRule(other)];
    bench.at(10);
    await bench.send(one, [9, 'b']);
    await bench.send(other, [8, 'a']);
    expect(await bench.matchesOf(ofOne)).toMatchObject([{ first: 9, count: 1 }]);
    expect(await bench.matchesOf(ofOther)).toEqual([]);
  });

  it.each([
    [4 * minute, 1],
    [4 * minute - 1, 0],
  ])('is evaluated at begins up to five minutes later: %i s, %i matches', async (begin, count) => {
    const [a, b] = await pair();
    const ruleId = await bench.addRule({ ruleTypeId: 2, conditions: both(a, b), correlation: { Reach: 'Tenant' } });
    bench.at(5 * minute);
    await bench.send(bench.newEntity(), [9 * minute, 'b']);
    await bench.send(bench.newEntity(), [begin, 'a']);
    expect(await bench.matchesOf(ruleId)).toHaveLength(count);
  });

  it('is found when both begin at the same time on two nodes', async () => {
    const [a, b] = await pair();
    const ruleId = await bench.addRule({ ruleTypeId: 2, conditions: both(a, b), correlation: { Reach: 'Tenant' } });
    await Promise.all([bench.send(bench.newEntity(), [0, 'a']), bench.send(bench.newEntity(), [0, 'b'])]);
    expect(await bench.matchesOf(ruleId)).toHaveLength(1);
  });

  it('stops chains of rules at depth 5, with an error in the history', async () => {
    const rules: string[] = [];
    let before = await bench.addRule({ conditions: valueOf('a') });
    for (let depth = 0; depth < 7; depth += 1) {
      before = await bench.addRule({
        name: `Rule ${depth + 1}`,
        ruleTypeId: 2,
        conditions: [equals(30, before)],
        correlation: {},
        matchActions: [{ ActionDefinitionId: builtInActions.setColor, Parameters: { Color: 'Red' } }],
      });
      rules.push(before);
    }
    await bench.send(bench.newEntity(), [0, 'a']);
    const found = await Promise.all(rules.map(async (ruleId) => (await bench.matchesOf(ruleId)).length));
    expect(found).toEqual([1, 1, 1, 1, 1, 0, 0]);
    const failures = await server.database.asOwner(
      `select result_detail from cfs.action_histories history
       join cfs.rule_matches match on match.rule_match_id = history.reference_id and match.rule_id = $1
       where result_status_id = $2`,
      [rules[4], resultStatuses.EnqueueFailure],
    );
    expect(failures).toEqual([
      {
        result_detail: 'The rule "Rule 6" did not run: a chain of rules has at most 5 matches.',
      },
    ]);
  });
});

describe('an operation of a device without a block of its own', () => {
  /** A device at a location, with its heartbeat block. */
  const addDevice = async () => {
    const ids = { deviceId: randomUUID(), subscriptionId: randomUUID(), locationId: randomUUID() };
    const { deviceId, subscriptionId, locationId } = ids;
    const stamps = `now(), 'test', now(), 'test'`;
    const own = server.tenants.own;
    await server.database.asOwner(
      `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Fleet', ${stamps})`,
      [own, subscriptionId],
    );
    await server.database.asOwner(
      `insert into cfs.locations (tenant_id, location_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Oslo', ${stamps})`,
      [own, locationId],
    );
    await server.database.asOwner(
      `insert into cfs.devices (tenant_id, device_id, subscription_id, name, device_type_id, location_id,
         operating_system_id, device_logging_level_id, heartbeat_interval, enabled, created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Pump', 1, $4, 1, 1, 60, true, ${stamps})`,
      [own, deviceId, subscriptionId, locationId],
    );
    await server.database.asOwner(
      `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Pump', $4, ${stamps})`,
      [own, deviceId, subscriptionId, blockTypes.deviceHeartbeat],
    );
    await server.services.snapshot.refresh();
    return ids;
  };

  /** Marks the packets of entities as sent through the device, as its operations send them. */
  const sendThrough = async (deviceId: string, ...entities: readonly string[]): Promise<void> => {
    await server.database.asOwner('update cfs.packets_latest set device_id = $1 where entity_id = any ($2::uuid[])', [
      deviceId,
      entities,
    ]);
  };

  const labelsOf = async (ruleId: string) =>
    (
      await server.database.asOwner<{ label: string }>('select label from cfs.rule_matches where rule_id = $1', [
        ruleId,
      ])
    ).map(({ label }) => label);

  it.each(['Device', 'Location'] as const)('is counted in the bucket of its device: %s', async (GroupBy) => {
    const { deviceId, locationId } = await addDevice();
    const ruleId = await bench.addRule({
      name: 'Many down',
      ruleTypeId: 6,
      conditions: [{ Type: 0, LeftOperand: 46, Operator: 6, RightOperand: '3' }],
      aggregation: { Bucket: '00:10:00', GroupBy },
    });
    await bench.settle();
    const operations = [bench.newEntity(), bench.newEntity()];
    for (const entity of [deviceId, ...operations, bench.newEntity()]) await bench.send(entity, [minute, 1]);
    await sendThrough(deviceId, ...operations);
    bench.at(15 * minute);
    await bench.settle();
    const subjectId = GroupBy === 'Device' ? deviceId : locationId;
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ subjectId, count: 1 }]);
    expect(await labelsOf(ruleId)).toEqual([`Many down: ${GroupBy === 'Device' ? 'Pump' : 'Oslo'}`]);
  });

  it('is correlated with the others of its device', async () => {
    const { deviceId } = await addDevice();
    const [one, other, foreign] = [bench.newEntity(), bench.newEntity(), bench.newEntity()];
    for (const entity of [one, other, foreign]) await bench.send(entity, [0, 'quiet']);
    await sendThrough(deviceId, one, other);
    const a = await bench.addRule({ name: 'A', conditions: valueOf('a') });
    const b = await bench.addRule({ name: 'B', conditions: valueOf('b') });
    const conditions = [equals(30, a), equals(30, b)];
    const ruleId = await bench.addRule({
      name: 'Both',
      ruleTypeId: 2,
      conditions,
      correlation: { Reach: 'Device', Span: '00:10:00' },
    });
    await bench.send(one, [1, 'a']);
    await bench.send(foreign, [1, 'b']);
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    bench.at(2);
    await bench.send(other, [2, 'b']);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ subjectId: deviceId, first: 2, count: 1 }]);
    expect(await labelsOf(ruleId)).toEqual(['Both: Pump']);
    const explanation = await server.as('Viewer').get(`/v1/rules/${ruleId}/explanation?entityId=${one}`);
    expect(explanation.body).toMatchObject({
      verdict: 'What is active at present satisfies the rule, and a match is open.',
      ruleMatchId: expect.any(String) as string,
    });
  });

  it('is no longer reported as silent after its device is deleted', async () => {
    const { deviceId } = await addDevice();
    const [operation, other] = [bench.newEntity(), bench.newEntity()];
    const ruleId = await bench.addRule({
      ruleTypeId: 3,
      useSlidingExpiration: true,
      conditions: [{ Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:10:00' }],
    });
    await bench.sendAll([deviceId, operation, other].map((entity) => [entity, [0, 1]]));
    await sendThrough(deviceId, deviceId, operation);
    await runUntil(0, 10 * minute);
    const matches = async () =>
      Promise.all([deviceId, operation, other].map(async (entity) => bench.matchesOf(ruleId, entity)));
    expect(await matches()).toMatchObject([[{ count: 1 }], [{ count: 1 }], [{ count: 1 }]]);
    expect(await server.as('Administrator').delete(`/v1/devices/${deviceId}`)).toMatchObject({ status: 204 });
    await runUntil(11 * minute, 16 * minute);
    expect(await matches()).toMatchObject([
      [{ count: 1, end: 'Expired' }],
      [{ count: 1, end: 'Expired' }],
      [{ count: 7, end: null }],
    ]);
  });

  /** An operation of a device with an open match, and a rule that finds it silent after five minutes. */
  const sendHot = async () => {
    const { deviceId } = await addDevice();
    const operation = bench.newEntity();
    const hot = await bench.addRule({});
    const silent = await bench.addRule({
      ruleTypeId: 3,
      conditions: [{ Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:05:00' }],
    });
    await bench.settle();
    await bench.send(operation, [0, 95]);
    await sendThrough(deviceId, operation);
    return { deviceId, operation, hot, silent };
  };

  it('keeps its match open and is not reported as silent while the spool of its device holds packets', async () => {
    const { deviceId, operation, hot, silent } = await sendHot();
    await server.database.asOwner('insert into cfs.agent_spools values ($1, $2, 0, 1, $3, $3)', [
      server.tenants.own,
      deviceId,
      server.clock.now(),
    ]);
    await runUntil(minute, 14 * minute);
    expect(await bench.matchesOf(hot)).toMatchObject([{ end: null }]);
    expect(await bench.matchesOf(silent, operation)).toEqual([]);
    await runUntil(15 * minute, 16 * minute);
    expect(await bench.matchesOf(hot)).toMatchObject([{ end: 'Expired' }]);
    expect(await bench.matchesOf(silent, operation)).toHaveLength(1);
  });

  it('waits after an outage up to ten minutes for the spool of its device to drain', async () => {
    const { deviceId, operation, hot, silent } = await sendHot();
    /** Reports a spool that never drains, with the last interruption of the connection. */
    const report = async (awaySince: number, returned: number, seen: number): Promise<void> => {
      bench.at(seen);
      await server.database.asOwner(
        `insert into cfs.agent_spools values ($1, $2, 0, 1, $3, $6, $4, $5)
         on conflict (tenant_id, device_id) do update set away_since = $4, returned = $5, seen = $6`,
        [
          server.tenants.own,
          deviceId,
          ...[minute, awaySince, returned, seen].map((seconds) => new Date(bench.start + seconds * 1_000)),
        ],
      );
    };
    for (let at = 30 * minute; at < 40 * minute; at += minute / 2) {
      await report(0, 30 * minute, at);
      await bench.settle();
      expect(await bench.matchesOf(hot)).toMatchObject([{ end: null }]);
      expect(await bench.matchesOf(silent, operation)).toEqual([]);
    }
    // A device that reconnects repeatedly does not start another wait.
    await report(40 * minute, 55 * minute, 55 * minute);
    await bench.settle();
    expect(await bench.matchesOf(hot)).toMatchObject([{ end: 'Expired' }]);
    expect(await bench.matchesOf(silent, operation)).not.toEqual([]);
  });

  it('waits a minute after an outage for its device to report that it has packets', async () => {
    const { deviceId, operation, hot, silent } = await sendHot();
    const timeOf = (seconds: number): Date => new Date(bench.start + seconds * 1_000);
    await server.database.asOwner('insert into cfs.packet_intake (tenant_id, seen) values ($1, $2)', [
      systemTenantId,
      timeOf(minute),
    ]);
    try {
      bench.at(30 * minute);
      await bench.settle();
      expect(await bench.matchesOf(hot)).toMatchObject([{ end: null }]);
      expect(await bench.matchesOf(silent, operation)).toEqual([]);
      await server.database.asOwner('insert into cfs.agent_spools values ($1, $2, 0, 1, $3, $4)', [
        server.tenants.own,
        deviceId,
        timeOf(minute),
        timeOf(30.5 * minute),
      ]);
      bench.at(31 * minute);
      await bench.settle();
      expect(await bench.matchesOf(hot)).toMatchObject([{ end: null }]);
      expect(await bench.matchesOf(silent, operation)).toEqual([]);
      await server.database.asOwner('truncate cfs.agent_spools');
      bench.at(31.5 * minute);
      await bench.settle();
      expect(await bench.matchesOf(hot)).toMatchObject([{ end: 'Expired' }]);
      bench.at(32 * minute);
      await bench.settle();
      expect(await bench.matchesOf(silent, operation)).toHaveLength(1);
    } finally {
      await server.database.asOwner('truncate cfs.packet_intake');
    }
  });

  it('gives matches and mails about it the name in its packets', async () => {
    const { deviceId } = await addDevice();
    const operation = bench.newEntity();
    const named = (Value: string) => ({ Value, Properties: { BlockName: 'Disk check' } });
    const a = await bench.addRule({ name: 'A', conditions: valueOf('a') });
    const ruleId = await bench.addRule({
      name: 'Correlated',
      ruleTypeId: 2,
      conditions: [equals(30, a)],
      correlation: {},
      matchActions: [
        {
          ActionDefinitionId: builtInActions.sendEmail,
          Parameters: { To: 'ops@example.com', Subject: '{{EntityName}}' },
        },
      ],
    });
    const ofTenant = await bench.addRule({
      name: 'Anywhere',
      ruleTypeId: 2,
      conditions: [equals(30, a)],
      correlation: { Reach: 'Tenant' },
    });
    await bench.send(operation, [0, named('a')]);
    await sendThrough(deviceId, operation);
    await bench.settle();
    const { tenants } = await server.services.snapshot.current();
    expect(await labelsOf(ruleId)).toEqual(['Correlated: Disk check']);
    expect(await labelsOf(ofTenant)).toEqual([`Anywhere: ${tenants.get(server.tenants.own)?.name ?? ''}`]);
    const mails = await server.database.asOwner(`select subject from cfs.outbox_messages where subject = 'Disk check'`);
    expect(mails).toHaveLength(1);
  });

  it('has the subscription and the device that its packets come from', async () => {
    const [deviceId, operation, foreign, subscriptionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await server.database.asOwner(
      `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Fleet of pumps', now(), 'test', now(), 'test')`,
      [server.tenants.own, subscriptionId],
    );
    await server.database.asOwner(
      `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Pump', $4, now(), 'test', now(), 'test')`,
      [server.tenants.own, deviceId, subscriptionId, blockTypes.deviceHeartbeat],
    );
    await server.services.snapshot.refresh();
    const silence = { Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:10:00' };
    const ofSubscription = await bench.addRule({ ruleTypeId: 3, subscriptionId, conditions: [silence] });
    const ofDevice = await bench.addRule({ ruleTypeId: 3, conditions: [silence, equals(9, deviceId)] });
    const counted = await bench.addRule({
      ruleTypeId: 6,
      conditions: [{ Type: 0, LeftOperand: 46, Operator: 3, RightOperand: '0' }],
      aggregation: { Bucket: '00:10:00', GroupBy: 'Subscription', Where: { Field: 'Value', Operator: 4, Value: 100 } },
    });
    await bench.settle();
    await bench.send(operation, [minute, 1]);
    await bench.send(foreign, [minute, 1]);
    await server.database.asOwner('update cfs.packets_latest set device_id = $2 where entity_id = $1', [
      operation,
      deviceId,
    ]);
    await runUntil(2 * minute, 15 * minute);
    expect(await bench.matchesOf(ofSubscription)).toMatchObject([{ subjectId: operation, first: 11 * minute }]);
    expect(await bench.matchesOf(ofDevice)).toMatchObject([{ subjectId: operation, first: 11 * minute }]);
    expect(await bench.matchesOf(counted)).toMatchObject([{ subjectId: subscriptionId, first: 15 * minute }]);
  });
});

describe('aggregation', () => {
  it('follows the timeline in the documentation', async () => {
    const ruleId = await bench.addRule({
      ruleTypeId: 6,
      conditions: [{ Type: 0, LeftOperand: 49, Operator: 6, RightOperand: '0.5' }],
      aggregation: {
        Bucket: '00:10:00',
        GroupBy: 'Tenant',
        Where: { Field: 'States.Health', Operator: 1, Value: 'down' },
      },
    });
    const health = (Health: string) => ({ States: { Health } });
    const [x, y] = [bench.newEntity(), bench.newEntity()];
    await bench.settle();
    bench.at(8 * minute);
    await bench.send(x, [4 * minute, health('down')], [8 * minute, health('up')]);
    await bench.send(y, [8 * minute, health('down')]);
    bench.at(15 * minute - 1);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    bench.at(15 * minute - 0.5);
    await bench.settle();
    bench.at(15 * minute);
    const workers = [1, 2].map(() => createTestWorker(server.services, 'rules'));
    await Promise.all(workers.map((worker) => worker.runDue()));
    const [match] = await bench.matchesOf(ruleId);
    expect(match).toMatchObject({ subjectId: server.tenants.own, first: 15 * minute, count: 1, end: null });
    await runUntil(16 * minute, 30 * minute);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ count: 1, expires: 20 * minute, end: 'Expired' }]);
  });

  it.each([
    [46, 1, '3'],
    [48, 1, '60'],
    [43, 1, '20'],
    [44, 1, '10'],
    [45, 1, '30'],
    [49, 1, '0.75'],
  ])('evaluates operand %i', async (LeftOperand, Operator, RightOperand) => {
    const ruleId = await bench.addRule({
      ruleTypeId: 6,
      conditions: [{ Type: 0, LeftOperand, Operator, RightOperand }],
      aggregation: { Bucket: '00:01:00', GroupBy: 'Tenant', Where: { Field: 'Value', Operator: 4, Value: 100 } },
    });
    await bench.settle();
    bench.at(30);
    for (const value of [10, 20, 30, 400]) await bench.send(bench.newEntity(), [1, 5], [2, value]);
    bench.at(6 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 6 * minute, count: 1 }]);
  });

  it('evaluates an empty bucket, in which every operand except Count is missing', async () => {
    const aggregation = { Bucket: '00:01:00', GroupBy: 'Tenant' } as const;
    const empty = await bench.addRule({ ruleTypeId: 6, conditions: [equals(46, '0')], aggregation });
    const missing = await bench.addRule({
      ruleTypeId: 6,
      conditions: [{ Type: 0, LeftOperand: 43, Operator: 14 }],
      aggregation,
    });
    await runUntil(0, 6 * minute);
    expect(await bench.matchesOf(empty)).toHaveLength(1);
    expect(await bench.matchesOf(missing)).toEqual([]);
  });

  it('evaluates each bucket that was missed during an outage once', async () => {
    const aggregation = { Bucket: '00:01:00', GroupBy: 'Tenant' } as const;
    const ruleId = await bench.addRule({
      ruleTypeId: 6,
      conditions: [equals(46, '1')],
      aggregation,
      matchLifetime: '01:00:00',
    });
    await bench.settle();
    for (const at of [30, 90, 150]) {
      bench.at(at);
      await bench.send(bench.newEntity(), [at, 1]);
    }
    bench.at(20 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 6 * minute, last: 8 * minute, count: 3 }]);
  });

  it('runs actions for the newest due bucket whose match is already over, and for none before it', async () => {
    const ruleId = await bench.addRule({
      ruleTypeId: 6,
      conditions: [{ Type: 0, LeftOperand: 46, Operator: 3, RightOperand: '0' }],
      aggregation: { Bucket: '01:00:00', GroupBy: 'Tenant' },
      matchActions: [red],
      expirationActions: [green],
    });
    await bench.settle();
    for (const hour of [0, 1, 2]) {
      bench.at((hour * 60 + 1) * minute);
      await bench.send(bench.newEntity(), [(hour * 60 + 1) * minute, 1]);
    }
    bench.at(200 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([
      { first: 65 * minute, end: 'OverWhenFound' },
      { first: 125 * minute, end: 'OverWhenFound' },
      { first: 185 * minute, end: 'Expired' },
    ]);
    expect(await bench.actionsOf(ruleId)).toEqual(['RuleMatchBegan', 'RuleMatchEnded']);
  });
});

describe('maintenance', () => {
  const stateOf = (status: number): string =>
    status === resultStatuses.Suppressed ? 'suppressed' : status === resultStatuses.EnqueueSuccess ? 'queued' : 'ran';
  const statusesOf = async (subjectId: string) =>
    (
      await server.database.asOwner<{
        input_parameters: string;
        result_status_id: number;
        result_detail: string | null;
      }>(
        `select h.* from cfs.action_histories h join cfs.rule_matches m on m.rule_match_id = h.reference_id
         where m.subject_id = $1 order by h.action_processed, h.result_status_id desc`,
        [subjectId],
      )
    ).map((row) => `${/Green/.test(row.input_parameters) ? 'end' : 'begin'} ${stateOf(row.result_status_id)}`);

  it('follows the timeline in the documentation', async () => {
    const window = (from: number, to: number) => ({
      TimeZoneId: 'Etc/UTC',
      StartRange: new Date(bench.start + from * 1_000).toISOString(),
      EndRange: new Date(bench.start + to * 1_000).toISOString(),
      DaysOfWeek: [0, 1, 2, 3, 4, 5, 6],
    });
    const [a, b, c, free] = [bench.newEntity(), bench.newEntity(), bench.newEntity(), bench.newEntity()];
    await bench.addRule({
      name: 'Patch night',
      ruleTypeId: 5,
      timeConditions: window(10 * minute, 70 * minute),
      conditions: [a, b, c].map((id, index) => equals(6, id, { Type: index === 0 ? 0 : 1 })),
    });
    const rule = await bench.addRule({
      matchLifetime: '00:05:00',
      matchActions: [red],
      expirationActions: [green],
    });
    const long = await bench.addRule({
      conditions: [equals(1, 'long')],
      matchLifetime: '00:50:00',
      matchActions: [red],
      expirationActions: [green],
    });
    const marked = async (subjectId: string) =>
      (
        await server.database.asOwner<{ in_maintenance: boolean }>(
          'select in_maintenance from cfs.rule_matches where subject_id = $1',
          [subjectId],
        )
      ).map((row) => row.in_maintenance);
    bench.at(8 * minute);
    await bench.send(a, [8 * minute, 95]);
    await bench.settle();
    expect(await marked(a)).toEqual([false]);
    bench.at(10 * minute);
    await bench.settle();
    expect(await marked(a)).toEqual([true]);
    bench.at(20 * minute);
    await bench.settle();
    await bench.send(b, [20 * minute, 95]);
    await bench.send(free, [20 * minute, 95]);
    bench.at(30 * minute);
    await bench.settle();
    await bench.send(c, [30 * minute, 'long']);
    await bench.settle();
    expect(await marked(c)).toEqual([true]);
    expect(await statusesOf(a)).toEqual(['begin queued', 'begin ran', 'end suppressed']);
    expect(await statusesOf(b)).toEqual(['begin suppressed', 'end suppressed']);
    expect(await statusesOf(c)).toEqual(['begin suppressed']);
    expect((await statusesOf(free)).length).toBe(4);
    bench.at(70 * minute);
    await bench.settle();
    expect(await statusesOf(a)).toEqual(['begin queued', 'begin ran', 'end suppressed', 'end queued', 'end ran']);
    expect(await statusesOf(b)).toEqual(['begin suppressed', 'end suppressed']);
    expect(await statusesOf(c)).toEqual(['begin suppressed', 'begin queued', 'begin ran']);
    expect(await marked(c)).toEqual([false]);
    bench.at(80 * minute);
    await bench.settle();
    expect(await statusesOf(c)).toEqual(['begin suppressed', 'begin queued', 'begin ran', 'end queued', 'end ran']);
    expect([await bench.matchesOf(rule), await bench.matchesOf(long)].flat()).toHaveLength(4);
  });
});
