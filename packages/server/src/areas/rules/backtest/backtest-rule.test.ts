import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Backtest } from '@cfs/contracts/rule-backtests';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createRuleBench, type MatchSummary, type RuleBench } from '../testing/rule-bench.ts';

let server: TestServer;
let bench: RuleBench;
beforeEach(async () => {
  server = await startTestServer();
  bench = await createRuleBench(server);
});
afterEach(() => server.close());

const condition = (RightOperand: string, more: object = {}) => ({
  Type: 0,
  LeftOperand: 1,
  Operator: 3,
  RightOperand,
  ...more,
});
const rule = (changes: object = {}) => ({
  name: 'Rule',
  ruleTypeId: 1,
  matchLifetime: '00:05:00',
  conditions: [condition('90')],
  ...changes,
});

const backtest = async (body: object): Promise<Backtest> => {
  const answer = await server.as('Administrator').post('/v1/rules/backtest', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Backtest;
};

const random = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const seconds = (moment: string): number => (Date.parse(moment) - bench.start) / 1_000;

/** The matches of a back-test in the form of those that the bench reads. */
const summariesOf = ({ matches }: Backtest) =>
  matches.map((match) => ({
    subjectId: match.subjectId,
    first: seconds(match.firstMatch),
    last: seconds(match.lastMatch),
    expires: seconds(match.expires),
    count: match.matchCount,
    end: match.end,
  }));

type Summary = Pick<MatchSummary, 'subjectId' | 'first' | 'last' | 'expires' | 'count' | 'end'>;

const byBegin = (matches: readonly Summary[]) =>
  matches.toSorted((one, other) => one.first - other.first || (one.subjectId < other.subjectId ? -1 : 1));

/**
 * Sends readings of two entities at random times, up to `lateness` seconds after they were taken. Timers fire when they
 * are due, or up to `step` seconds later.
 */
const liveRun = async (
  entities: readonly string[],
  { seed, step, sends, lateness }: { seed: number; step: number; sends: number; lateness: number },
): Promise<void> => {
  const next = random(seed);
  let now = 0;
  const settle = async (): Promise<number> => {
    bench.at(now);
    await bench.settle();
    return bench.nextDue();
  };
  /** Fires the timers that are due before `end`, and leaves the clock there. */
  const passUntil = async (end: number): Promise<void> => {
    // What was sent last may be due already.
    let due = now;
    for (; now < end; now += 1) if (now % step === 0 && due <= now) due = await settle();
    await settle();
  };
  for (let sent = 0; sent < sends; sent += 1) {
    await passUntil(now + 1 + next(sent % 13 === 0 ? 600 : 50));
    await bench.send(entities[next(2)] ?? '', [
      now - next(lateness) - sent / 1_000,
      next(4) === 0 ? 'none' : next(200),
    ]);
  }
  await passUntil(now + 701);
};

describe('a back-test', () => {
  it.each([
    rule(),
    rule({ useSlidingExpiration: true, conditions: [condition('90', { OccurrencePattern: { Option: 2, Count: 3 } })] }),
    rule({ conditions: [condition('90', { OccurrencePattern: { Option: 3, Count: 2, Span: '00:02:00' } })] }),
    rule({ conditions: [condition('90', { OccurrencePattern: { Option: 4, Span: '00:10:00' } })] }),
    rule({
      ruleTypeId: 3,
      conditions: [
        { Type: 0, LeftOperand: 43, Operator: 3, RightOperand: '60', Window: { Span: '00:03:00', MinimumSamples: 2 } },
        { Type: 1, LeftOperand: 41, Operator: 3, RightOperand: '70' },
      ],
    }),
    rule({ ruleTypeId: 3, conditions: [{ Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:03:00' }] }),
    rule({
      ruleTypeId: 3,
      conditions: [
        { Type: 0, LeftOperand: 43, Operator: 3, RightOperand: '40', Window: { Span: '00:03:00', MinimumSamples: 2 } },
        { Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:03:00' },
      ],
    }),
  ])(
    'has exactly the matches of the live run: %j',
    async (body) => {
      const ruleId = await bench.addRule(body);
      await bench.settle();
      const entities = [bench.newEntity(), bench.newEntity()];
      await liveRun(entities, { seed: 7, step: body.ruleTypeId === 3 ? 1 : 5, sends: 80, lateness: 120 });
      const live = await bench.matchesOf(ruleId);
      const answer = await backtest({ ruleId, days: 1, rule: body });
      const tested = summariesOf(answer).filter(({ subjectId }) => entities.includes(subjectId));
      expect(live.length).toBeGreaterThan(0);
      expect(byBegin(tested)).toEqual(byBegin(live.filter(({ subjectId }) => entities.includes(subjectId))));
      expect(answer.counts).toMatchObject({ new: 0, gone: 0 });
    },
    240_000,
  );

  it.each([
    { conditions: [{ Type: 0, LeftOperand: 46, Operator: 6, RightOperand: '1' }] },
    {
      conditions: [
        { Type: 0, LeftOperand: 49, Operator: 4, RightOperand: '0.8' },
        { Type: 1, LeftOperand: 45, Operator: 3, RightOperand: '150', OccurrencePattern: { Option: 2, Count: 2 } },
      ],
    },
  ])(
    'has the matches of the buckets of the live run: %j',
    async (changes) => {
      const aggregation = { Bucket: '00:02:00', GroupBy: 'Tenant', Where: { Field: '', Operator: 3, Value: '100' } };
      const body = rule({ ruleTypeId: 6, aggregation, ...changes });
      const ruleId = await bench.addRule(body);
      await bench.settle();
      await liveRun([bench.newEntity(), bench.newEntity()], { seed: 11, step: 5, sends: 50, lateness: 120 });
      const live = await bench.matchesOf(ruleId);
      const answer = await backtest({ ruleId, days: 1, rule: body });
      expect(live.length).toBeGreaterThan(1);
      expect(byBegin(summariesOf(answer))).toEqual(byBegin(live));
      expect(answer.matches[0]?.hits[0]?.value).toMatch(/^Count \d/);
    },
    240_000,
  );

  it.each([
    { Reach: 'Tenant', Span: '00:10:00', Ordered: true },
    { Reach: 'Subject', Span: '00:01:00', Ordered: false },
  ])(
    'has the matches of the correlation of the live run: %j',
    async (correlation) => {
      const high = await bench.addRule(rule());
      const low = await bench.addRule(rule({ conditions: [{ ...condition('60'), Operator: 4 }] }));
      const active = (RightOperand: string) => ({ Type: 0, LeftOperand: 30, Operator: 1, RightOperand });
      const body = rule({ ruleTypeId: 2, correlation, conditions: [active(high), active(low)] });
      const ruleId = await bench.addRule(body);
      await bench.settle();
      await liveRun([bench.newEntity(), bench.newEntity()], { seed: 3, step: 5, sends: 50, lateness: 1 });
      const live = await bench.matchesOf(ruleId);
      const answer = await backtest({ ruleId, days: 1, rule: body });
      expect(live.length).toBeGreaterThan(1);
      expect(byBegin(summariesOf(answer))).toEqual(byBegin(live));
      expect(answer.counts).toEqual({ new: 0, gone: 0, same: live.length });
    },
    240_000,
  );

  describe('of an absence', () => {
    const absence = rule({
      ruleTypeId: 3,
      conditions: [{ Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:10:00' }],
    });
    const day = 86_400;
    /**
     * Compares the matches of the saved rule, which runs from the start to the end, with a back-test of the day before
     * the end.
     */
    const compare = async (end: number, ruleId: string, body = absence) => {
      bench.at(end);
      const live = (await bench.matchesOf(ruleId)).filter(({ expires }) => expires > end - day);
      const answer = await backtest({ ruleId, days: 1, rule: body });
      return { live: live.map(({ subjectId, first }) => ({ subjectId, first })), answer };
    };
    const seedBlock = async (createdAfter: number): Promise<string> => {
      const blockId = bench.newEntity();
      await server.database.asOwner(
        `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
         select $1, $2, $3, 'Quiet', 1, $4, 'test', $4, 'test'`,
        [server.tenants.own, blockId, await subscription(), new Date(bench.start + createdAfter * 1_000)],
      );
      return blockId;
    };
    const subscription = async (): Promise<string> => {
      const subscriptionId = bench.newEntity();
      await server.database.asOwner(
        `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
         values ($1, $2, $2::uuid::text, now(), 'test', now(), 'test')`,
        [server.tenants.own, subscriptionId],
      );
      return subscriptionId;
    };

    it('has the matches of blocks that have never sent and of entities that sent nothing in the period', async () => {
      const sliding = { ...absence, useSlidingExpiration: true };
      const before = bench.newEntity();
      await bench.send(before, [0, 1]);
      bench.at(2 * day);
      const never = await seedBlock(2 * day);
      const ruleId = await bench.addRule(sliding);
      for (let at = 2 * day; at <= 2 * day + 1_200; at += 60) {
        bench.at(at);
        await bench.settle();
      }
      const { live, answer } = await compare(2 * day + 1_200, ruleId, sliding);
      const tested = summariesOf(answer);
      expect(live.find(({ subjectId }) => subjectId === never)).toEqual({ subjectId: never, first: 2 * day + 600 });
      expect(tested.filter(({ subjectId }) => subjectId === never)).toMatchObject([
        { first: 2 * day + 600, last: 2 * day + 1_200, count: 11 },
      ]);
      // The entity is silent when the period begins, so its match begins in the first minute.
      expect(tested.filter(({ subjectId }) => subjectId === before)).toMatchObject([
        { first: day + 1_260, last: 2 * day + 1_200, end: null },
      ]);
      expect(answer.matches.map(({ name }) => name).toSorted()).toEqual(['Quiet', before].toSorted());
    });

    it('has the silence before the first packet of the period', async () => {
      const ofOld = bench.newEntity();
      await bench.send(ofOld, [0, 1]);
      bench.at(day);
      const ofBlock = await seedBlock(day);
      bench.at(2 * day);
      for (const entity of [ofOld, ofBlock]) await bench.send(entity, [2 * day, 1]);
      bench.at(2 * day + 60);
      const answer = await backtest({ days: 1, rule: { ...absence, useSlidingExpiration: true } });
      expect(summariesOf(answer)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ subjectId: ofOld, first: day + 120, last: 2 * day - 60 }),
          expect.objectContaining({ subjectId: ofBlock, first: day + 600, last: 2 * day - 60 }),
        ]),
      );
    });

    it('evaluates the last packet before the period, and ignores entities of a deleted device', async () => {
      const [low, high, deleted] = [bench.newEntity(), bench.newEntity(), bench.newEntity()];
      for (const [entity, value] of [
        [low, 5],
        [high, 95],
        [deleted, 95],
      ] as const)
        await bench.send(entity, [0, value]);
      await server.database.asOwner('update cfs.packets_latest set device_id = $1 where entity_id = $2', [
        bench.newEntity(),
        deleted,
      ]);
      bench.at(2 * day);
      const answer = await backtest({
        days: 1,
        rule: { ...absence, conditions: [...absence.conditions, condition('90')] },
      });
      expect(new Set(answer.matches.map(({ subjectId }) => subjectId))).toEqual(new Set([high]));
    });
  });

  it('finds a correlation of begins that arrive in swapped order, as the live run does', async () => {
    const [high, low] = [
      await bench.addRule(rule()),
      await bench.addRule(rule({ conditions: [{ ...condition('60'), Operator: 4 }] })),
    ];
    const active = (RightOperand: string) => ({ Type: 0, LeftOperand: 30, Operator: 1, RightOperand });
    const body = rule({ ruleTypeId: 2, correlation: { Reach: 'Tenant' }, conditions: [active(high), active(low)] });
    const ruleId = await bench.addRule(body);
    bench.at(10);
    await bench.send(bench.newEntity(), [9, 95]);
    bench.at(11);
    await bench.send(bench.newEntity(), [8, 20]);
    const live = await bench.matchesOf(ruleId);
    expect(live).toMatchObject([{ first: 9, count: 1, end: null }]);
    const tested = summariesOf(await backtest({ ruleId, days: 1, rule: body }));
    expect(tested).toMatchObject([{ first: 9, count: 1 }]);
  });

  it('reports which matches an edit adds, removes and keeps', async () => {
    const entity = bench.newEntity();
    const ofEntity = { Type: 0, LeftOperand: 6, Operator: 1, RightOperand: entity };
    const ruleId = await bench.addRule(rule({ conditions: [ofEntity, condition('90')] }));
    for (const [at, value] of [
      [0, 95],
      [1_000, 85],
      [2_000, 99],
      [3_000, 92],
    ] as const) {
      bench.at(at);
      await bench.send(entity, [at, value]);
    }
    bench.at(4_000);
    const email = { ActionDefinitionId: builtInActions.sendEmail, Parameters: {} };
    const edited = rule({
      conditions: [ofEntity, condition('80'), { ...condition('94'), Operator: 2 }, { ...condition('92'), Operator: 2 }],
      matchActions: [email],
    });
    const answer = await backtest({ ruleId, days: 7, rule: edited });
    expect(answer.counts).toEqual({ new: 1, gone: 1, same: 2 });
    expect(answer.matches.map(({ change, hits }) => [change, hits.map(({ value }) => value)])).toEqual([
      ['Same', ['95']],
      ['New', ['85']],
      ['Same', ['99']],
      ['Gone', ['92']],
    ]);
    expect(answer).toMatchObject({ packets: 4, isComplete: true, mailsPerDay: 3 / 7, workUnitsPerDay: 0 });
    expect(answer.before).toEqual({ mailsPerDay: 0, workUnitsPerDay: 0 });
    expect(await bench.matchesOf(ruleId)).toHaveLength(3);
  });

  it('names an entity without a block after its latest packet', async () => {
    const entity = bench.newEntity();
    await bench.send(entity, [0, { Value: 95, Properties: { BlockName: 'Disk check' } }]);
    bench.at(1);
    expect((await backtest({ days: 1, rule: rule() })).matches).toMatchObject([
      { subjectId: entity, name: 'Disk check' },
    ]);
  });

  it('refuses rules that could not be saved, and types that cannot be tested', async () => {
    const administrator = server.as('Administrator');
    const test = async (body: object) => (await administrator.post('/v1/rules/backtest', body)).status;
    expect(await test({ rule: rule({ name: ' ' }) })).toBe(400);
    expect(await test({ rule: rule({ conditions: [{ ...condition('('), Operator: 8 }] }) })).toBe(400);
    expect(await test({ rule: rule({ ruleTypeId: 4, conditions: [{ ...condition('1'), LeftOperand: 61 }] }) })).toBe(
      400,
    );
    expect(await test({ ruleId: bench.newEntity(), rule: rule() })).toBe(404);
    expect((await server.as('Viewer').post('/v1/rules/backtest', { rule: rule() })).status).toBe(403);
  });

  it('sees no packets of another tenant', async () => {
    const foreign = await server.as('Administrator', server.tenants.foreign).post('/v1/rules/backtest', {
      days: 30,
      rule: rule(),
    });
    expect(foreign.body).toMatchObject({ packets: 0, matches: [] });
  });
});
