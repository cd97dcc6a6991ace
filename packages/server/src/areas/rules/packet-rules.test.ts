import { occurrenceOptions, type OccurrencePattern } from '@cfs/contracts/rule-occurrences';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createRuleBench, type RuleBench, type TimedPacket } from './testing/rule-bench.ts';

let server: TestServer;
let bench: RuleBench;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.advance(3_600_000);
  bench = await createRuleBench(server);
});

const above = (OccurrencePattern?: OccurrencePattern) => [
  { Type: 0, LeftOperand: 1, Operator: 3, RightOperand: '90', ...(OccurrencePattern ? { OccurrencePattern } : {}) },
];
const row = (Count: number) => ({ Option: occurrenceOptions.TimesInARow, Count }) as const;
const inRow = (Count: number) => bench.addRule({ conditions: above(row(Count)) });

describe('an occurrence pattern', () => {
  it('is counted by the time of the packets, in any order of arrival', async () => {
    const ruleId = await inRow(3);
    const entity = bench.newEntity();
    bench.at(60);
    await bench.send(entity, [10, 95]);
    await bench.send(entity, [30, 95]);
    await bench.send(entity, [20, 95]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 30, last: 30, count: 1 }]);
  });

  it('is interrupted by packets that arrived before it began to count', async () => {
    const ruleId = await inRow(3);
    const entity = bench.newEntity();
    bench.at(60);
    await bench.send(entity, [20, 5]);
    await bench.send(entity, [30, 95]);
    await bench.send(entity, [10, 95]);
    await bench.send(entity, [40, 95]);
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    await bench.send(entity, [50, 95]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 50, count: 1 }]);
  });

  it('keeps an open match when an interruption arrives late', async () => {
    const ruleId = await inRow(3);
    const entity = bench.newEntity();
    bench.at(60);
    await bench.send(entity, [10, 95], [30, 95], [40, 95]);
    await bench.send(entity, [20, 5]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 40, count: 1, end: null }]);
    await bench.send(entity, [45, 95]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ count: 2 }]);
  });

  it('does not count packets that fail the other conditions of the alternative', async () => {
    const ruleId = await bench.addRule({
      conditions: [
        {
          Type: 0,
          LeftOperand: 1,
          Operator: 3,
          RightOperand: '90',
          OccurrencePattern: { Option: 4, Span: '01:00:00' },
        },
        { Type: 0, LeftOperand: 4, LeftOperandFieldName: 'Mode', Operator: 1, RightOperand: 'on' },
      ],
    });
    const entity = bench.newEntity();
    await bench.send(entity, [0, { Value: 95, States: { Mode: 'off' } }]);
    await bench.send(entity, [1, { Value: 95, States: { Mode: 'on' } }]);
    await bench.send(entity, [2, { Value: 95, States: { Mode: 'on' } }]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 1, last: 1, count: 1 }]);
  });

  it('counts each alternative separately', async () => {
    const ruleId = await bench.addRule({
      conditions: [
        ...above(row(2)),
        { Type: 1, LeftOperand: 1, Operator: 4, RightOperand: '10', OccurrencePattern: row(2) },
      ],
    });
    const entity = bench.newEntity();
    await bench.send(entity, [0, 95], [1, 5], [2, 95], [3, 5], [4, 5]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 4, count: 1 }]);
  });

  it.each(['toggledisabled', 'edit'])('is cleared: %s', async (how) => {
    const ruleId = await inRow(3);
    const entity = bench.newEntity();
    await bench.send(entity, [0, 95], [1, 95]);
    const administrator = server.as('Administrator');
    if (how === 'edit') {
      const conditions = above(row(3)).map((each) => ({ ...each, RightOperand: '91' }));
      await administrator.post(`/v1/rules/${ruleId}`, {
        name: 'Rule',
        ruleTypeId: 1,
        matchLifetime: '00:05:00',
        conditions,
      });
    } else {
      await administrator.post(`/v1/rules/toggledisabled/${ruleId}`);
      expect(await server.database.asOwner('select from cfs.rule_occurrences where rule_id = $1', [ruleId])).toEqual(
        [],
      );
      await administrator.post(`/v1/rules/toggledisabled/${ruleId}`);
    }
    bench.at(2);
    await bench.send(entity, [2, 95]);
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    await bench.send(entity, [3, 95], [4, 95]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 4 }]);
  });

  it('stores a row only for an entity that has begun to count', async () => {
    const ruleId = await inRow(3);
    const rows = () => server.database.asOwner('select from cfs.rule_occurrences where rule_id = $1', [ruleId]);
    const [calm, busy] = [bench.newEntity(), bench.newEntity()];
    await bench.send(calm, [0, 5], [1, 6]);
    expect(await rows()).toHaveLength(0);
    await bench.send(busy, [0, 95]);
    expect(await rows()).toHaveLength(1);
    for (const seconds of [400, 800]) {
      bench.at(seconds);
      await bench.send(busy, [seconds, 5]);
    }
    expect(await rows()).toHaveLength(0);
  });

  it('gives the same matches however the packets are split into calls', async () => {
    const conditions = [
      ...above(row(2)),
      {
        Type: 1,
        LeftOperand: 1,
        Operator: 4,
        RightOperand: '20',
        OccurrencePattern: { Option: 3 as const, Count: 2, Span: '00:00:20' },
      },
    ];
    const ruleId = await bench.addRule({ conditions, useSlidingExpiration: true });
    bench.at(280);
    const values = [95, 5, 95, 96, 50, 97, 98, 15, 12, 99, 95, 40, 95, 91];
    const packets = values.map((value, index): TimedPacket => [(index * 37) % 280, value]);
    const whole = bench.newEntity();
    await bench.send(whole, ...packets);
    const [expected] = [await bench.matchesOf(ruleId, whole)];
    expect(expected.length).toBeGreaterThan(0);
    for (const size of [1, 2, 3, 5]) {
      const entity = bench.newEntity();
      for (let at = 0; at < packets.length; at += size) await bench.send(entity, ...packets.slice(at, at + size));
      const found = await bench.matchesOf(ruleId, entity);
      expect(found.map(({ subjectId: _, ...match }) => match)).toEqual(
        expected.map(({ subjectId: _, ...match }) => match),
      );
    }
  });
});

describe('a rule over packets', () => {
  it('with a greater-than condition is not satisfied by text', async () => {
    const ruleId = await bench.addRule({});
    await bench.send(bench.newEntity(), [0, 'error'], [1, '91 %'], [2, { Value: true }]);
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    await bench.send(bench.newEntity(), [0, '91']);
    expect(await bench.matchesOf(ruleId)).toHaveLength(1);
  });

  it('opens and ends a match between two packets, in one call or in two', async () => {
    const ruleId = await bench.addRule({});
    const [together, apart] = [bench.newEntity(), bench.newEntity()];
    bench.at(240);
    await bench.send(together, [0, 95], [400, 95]);
    await bench.send(apart, [0, 95]);
    await bench.send(apart, [400, 95]);
    for (const entity of [together, apart]) {
      expect(await bench.matchesOf(ruleId, entity)).toMatchObject([
        { first: 0, expires: 300, end: 'Expired' },
        { first: 400, end: null },
      ]);
    }
    const events = await server.database.asOwner<{ kind: string; subject_id: string }>(
      'select kind, subject_id from cfs.work_events where subject_id like $1',
      [`${ruleId}/%`],
    );
    const kindsOf = (entity: string) =>
      events
        .filter((each) => each.subject_id.endsWith(entity))
        .map(({ kind }) => kind)
        .sort();
    expect(kindsOf(together)).toEqual(['RuleMatchBegan', 'RuleMatchBegan', 'RuleMatchEnded']);
    expect(kindsOf(apart)).toEqual(kindsOf(together));
  });

  it('is found by entity, subscription or field, and not by a field that the packet lacks', async () => {
    const entity = bench.newEntity();
    const equals = (LeftOperand: number, RightOperand: string, more: object = {}) => ({
      Type: 0,
      LeftOperand,
      Operator: 1,
      RightOperand,
      ...more,
    });
    const rules = [
      await bench.addRule({ conditions: [equals(6, entity.toUpperCase())] }),
      await bench.addRule({ conditions: [equals(6, bench.newEntity()), equals(6, entity, { Type: 1 })] }),
      await bench.addRule({ conditions: [equals(2, '1', { LeftOperandFieldName: 'DISK.c' })] }),
      await bench.addRule({ conditions: [equals(2, '2', { LeftOperandFieldName: 'a.b' })] }),
      await bench.addRule({ conditions: [{ Type: 0, LeftOperand: 4, LeftOperandFieldName: 'Gone', Operator: 13 }] }),
      await bench.addRule({ conditions: [equals(4, 'x', { LeftOperandFieldName: 'Gone', Operator: 2 })] }),
      await bench.addRule({ conditions: [equals(4, 'x', { LeftOperandFieldName: 'Gone' })] }),
      await bench.addRule({ conditions: [equals(6, bench.newEntity())] }),
    ];
    await bench.send(entity, [0, { Value: 1, Metrics: { disk: { C: 1 }, 'A.B': 2 } }]);
    const found = await Promise.all(rules.map(async (ruleId) => (await bench.matchesOf(ruleId)).length));
    expect(found).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
  });
});

describe('a History rule', () => {
  const history = (LeftOperand: number, Operator: number, RightOperand: string, more: object = {}) =>
    bench.addRule({ ruleTypeId: 3, conditions: [{ Type: 0, LeftOperand, Operator, RightOperand, ...more }] });

  it('follows the timeline in the documentation', async () => {
    const ruleId = await history(43, 3, '90', { Window: { Span: '00:05:00', MinimumSamples: 3 } });
    const entity = bench.newEntity();
    for (const [seconds, value] of [
      [0, 100],
      [120, 95],
      [240, 90],
      [300, 60],
    ] as const) {
      bench.at(seconds);
      await bench.send(entity, [seconds, value]);
    }
    bench.at(540);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([
      { first: 240, last: 240, count: 1, expires: 540, end: 'Expired' },
    ]);
  });

  it.each([
    [
      40,
      1,
      '95',
      [
        [0, 95],
        [10, 5],
      ],
      10,
    ],
    [
      40,
      1,
      'error',
      [
        [0, 'error'],
        [10, 5],
      ],
      10,
    ],
    [
      41,
      6,
      '20',
      [
        [0, 10],
        [10, 20],
        [20, 40],
      ],
      20,
    ],
    [
      41,
      7,
      '-20',
      [
        [0, 40],
        [10, 20],
      ],
      10,
    ],
    [
      42,
      3,
      '60',
      [
        [0, 0],
        [60, 60],
        [90, 95],
      ],
      90,
    ],
    [
      43,
      3,
      '10',
      [
        [0, 10],
        [10, 12],
      ],
      10,
    ],
    [
      44,
      4,
      '5',
      [
        [0, 10],
        [10, 4],
      ],
      10,
    ],
    [
      45,
      3,
      '11',
      [
        [0, 10],
        [10, 12],
      ],
      10,
    ],
    [
      46,
      6,
      '3',
      [
        [0, 1],
        [10, 'x'],
        [20, 3],
      ],
      20,
    ],
  ] as const)('evaluates operand %i', async (operand, operator, right, packets, first) => {
    const ruleId = await history(operand, operator, right);
    const entity = bench.newEntity();
    bench.at(100);
    await bench.send(entity, ...packets);
    const apart = bench.newEntity();
    for (const packet of packets) await bench.send(apart, packet);
    expect(await bench.matchesOf(ruleId, entity)).toMatchObject([{ first }]);
    expect(await bench.matchesOf(ruleId, apart)).toMatchObject([{ first }]);
  });

  it('reads fields of groups, within the window, and numbers only', async () => {
    const more = { LeftOperandFieldName: 'metrics.Load', Window: { Span: '00:01:00' } };
    const ruleId = await history(44, 7, '10', more);
    const entity = bench.newEntity();
    const load = (Load: unknown) => ({ Metrics: { Load } });
    bench.at(120);
    await bench.send(entity, [0, load(10)], [60, load(20)], [61, load('none')], [62, { Value: 1 }], [119, load(30)]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 0, last: 0, count: 1 }]);
  });

  it('sees only packets that arrived earlier', async () => {
    const ruleId = await history(40, 1, '95');
    const entity = bench.newEntity();
    bench.at(60);
    await bench.send(entity, [20, 1]);
    await bench.send(entity, [10, 95]);
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    await bench.send(entity, [15, 1]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 15 }]);
  });

  it('evaluates cached windows together with newer packets', async () => {
    const ruleId = await history(45, 3, '40', { LeftOperandFieldName: 'Metrics.Load', Window: { Span: '00:10:00' } });
    const entity = bench.newEntity();
    const load = (Load: number) => ({ Metrics: { Load } });
    bench.at(250);
    await bench.send(entity, ...Array.from({ length: 240 }, (_, second): TimedPacket => [second, load(second / 10)]));
    // The first packet reads the whole window, the next ones only newer packets.
    for (const [seconds, value] of [
      [240, 1],
      [241, 41],
      [242, 2],
    ] as const)
      await bench.send(entity, [seconds, load(value)]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 241, last: 242, count: 2 }]);
    bench.at(842);
    await bench.send(entity, [841, load(3)], [842, load(4)]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ count: 2 }]);
  });

  describe('moves its tenant to the slow lane when it', () => {
    const lines: string[] = [];
    let other: TestServer;
    let apart: RuleBench;
    beforeEach(async () => {
      lines.length = 0;
      other = await startTestServer({ log: pino({}, { write: (line) => lines.push(line) }) });
      onTestFinished(() => other.close());
      apart = await createRuleBench(other);
    });

    /** Adds entities with a packet at 0 and earlier packets at equal intervals in seconds. */
    const addEntities = async (count: number, packets: number, interval = 1): Promise<readonly string[]> => {
      const entities = Array.from({ length: count }, () => apart.newEntity());
      apart.at(100);
      await apart.sendAll(entities.map((entity) => [entity, [0, 1]]));
      await other.database.asOwner(
        `insert into cfs.packet_history (tenant_id, series, delay, "timestamp", number)
         select tenant_id, series, 0, "timestamp" - place * $3::double precision * interval '1 second', 1
         from cfs.packets_latest, generate_series(1, $2::integer) place where entity_id = any ($1)`,
        [entities, packets, interval],
      );
      return entities;
    };
    const week = { Window: { Span: '7.00:00:00' } };
    const countAbove = (RightOperand: string, more: object = {}) => ({
      Type: 0,
      LeftOperand: 46,
      Operator: 3,
      RightOperand,
      ...week,
      ...more,
    });
    const slowTenants = () =>
      lines
        .filter((each) => each.includes('use the slow ingest lane'))
        .map((line) => (JSON.parse(line) as { tenantIds: unknown }).tenantIds);

    it('reads much history', async () => {
      const ruleId = await apart.addRule({ ruleTypeId: 3, conditions: [countAbove('3000')] });
      const entities = await addEntities(3, 3_000);
      await apart.sendAll(entities.map((entity) => [entity, [10, 1]]));
      expect(await apart.matchesOf(ruleId)).toMatchObject(entities.map(() => ({ first: 10, last: 10, count: 1 })));
      expect(slowTenants()).toEqual([[other.tenants.own]]);
    });

    it('evaluates many samples', async () => {
      const sample = (min: string) => countAbove(min, { Window: { Span: '00:05:00' } });
      const samples = Array.from({ length: 49 }, () => sample('1'));
      for (let rule = 0; rule < 10; rule += 1)
        await apart.addRule({ ruleTypeId: 3, conditions: [...samples, sample('5000')] });
      const ruleId = await apart.addRule({ ruleTypeId: 3, conditions: samples });
      const [entity = ''] = await addEntities(1, 1_000, 0.1);
      // As many packets as fit in the smallest commit; reading and hits cost about 1,300 units.
      await apart.send(entity, ...Array.from({ length: 50 }, (_, place): TimedPacket => [10 + place, 1]));
      expect(await apart.matchesOf(ruleId)).toMatchObject([{ first: 10, count: 50 }]);
      expect(slowTenants()).toEqual([[other.tenants.own]]);
    });

    it('compares many long texts', async () => {
      const conditions = Array.from({ length: 50 }, () => ({
        Type: 1,
        LeftOperand: 1,
        Operator: 5,
        RightOperand: `${'a'.repeat(40)}b`,
      }));
      await apart.addRule({ conditions });
      await apart.send(
        apart.newEntity(),
        ...Array.from({ length: 10 }, (_, second): TimedPacket => [second, 'a'.repeat(60_000)]),
      );
      expect(slowTenants()).toEqual([[other.tenants.own]]);
    });

    it('opens many matches', async () => {
      const ruleIds = [await apart.addRule({}), await apart.addRule({}), await apart.addRule({})];
      const entities = Array.from({ length: 500 }, () => apart.newEntity());
      await apart.sendAll(entities.map((entity) => [entity, [0, 95]]));
      for (const ruleId of ruleIds) expect(await apart.matchesOf(ruleId)).toHaveLength(500);
      expect(slowTenants()).toEqual([[other.tenants.own]]);
    });

    it('evaluates packets again that may have interrupted a run', async () => {
      const inRows = { OccurrencePattern: row(2) };
      const ruleId = await apart.addRule({ ruleTypeId: 3, conditions: [countAbove('2800', inRows)] });
      // All of them within the disorder: reading the window costs 2,800 units, and so does recalling them.
      const [entity = ''] = await addEntities(1, 2_800, 0.1);
      await apart.send(entity, [10, 1]);
      expect(slowTenants()).toEqual([[other.tenants.own]]);
      await apart.send(entity, [11, 1]);
      expect(await apart.matchesOf(ruleId)).toMatchObject([{ first: 11, last: 11, count: 1 }]);
    });
  });

  it('is interrupted by packets that arrived before it began to count, evaluated with the windows at their times', async () => {
    const ruleId = await history(45, 3, '90', { Window: { Span: '00:01:00' }, OccurrencePattern: row(2) });
    const entity = bench.newEntity();
    bench.at(140);
    for (const packet of [
      [100, 5],
      [50, 95],
      [120, 95],
    ] as const)
      await bench.send(entity, packet);
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    await bench.send(entity, [130, 1]);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 130, count: 1 }]);
  });

  it('counts occurrences like other rules', async () => {
    const ruleId = await bench.addRule({
      ruleTypeId: 3,
      conditions: [{ Type: 0, LeftOperand: 41, Operator: 3, RightOperand: '0', OccurrencePattern: row(3) }],
    });
    const entity = bench.newEntity();
    bench.at(60);
    for (const packet of [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, 6],
    ] as const)
      await bench.send(entity, packet);
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 6, count: 1 }]);
  });
});
