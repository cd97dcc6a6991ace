import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Backtest } from '@cfs/contracts/rule-backtests';
import { builtInActions } from '@cfs/contracts/actions';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createRuleBench, type RuleBench } from '../testing/rule-bench.ts';

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
  ])(
    'has the matches of the live run, one for one: %j',
    async (body) => {
      const ruleId = await bench.addRule(body);
      await bench.settle();
      const next = random(7);
      const entities = [bench.newEntity(), bench.newEntity()];
      let now = 0;
      for (let sent = 0; sent < 80; sent += 1) {
        // Timers fire when they are due, as a worker that is not late has them.
        const until = now + 1 + next(sent % 13 === 0 ? 600 : 50);
        for (; now < until; now += 1) {
          bench.at(now);
          if (now % 5 === 0 || body.ruleTypeId === 3) await bench.settle();
        }
        bench.at(now);
        await bench.settle();
        await bench.send(entities[next(2)] ?? '', [now - next(120) - sent / 1_000, next(4) === 0 ? 'none' : next(200)]);
      }
      for (const end = now + 400; now <= end; now += 1) {
        bench.at(now);
        if (now % 5 === 0 || body.ruleTypeId === 3) await bench.settle();
      }
      bench.at(now);
      await bench.settle();
      const live = (await bench.matchesOf(ruleId)).map(({ subjectId, first, last, expires, count, end }) => ({
        subjectId,
        first,
        last,
        expires,
        count,
        end,
      }));
      const { matches, counts } = await backtest({ ruleId, days: 1, rule: body });
      const seconds = (moment: string): number => (Date.parse(moment) - bench.start) / 1_000;
      const tested = matches.map((match) => ({
        subjectId: match.subjectId,
        first: seconds(match.firstMatch),
        last: seconds(match.lastMatch),
        expires: seconds(match.expires),
        count: match.matchCount,
        end: match.end,
      }));
      const byBegin = (list: typeof tested) =>
        list
          .filter(({ subjectId }) => entities.includes(subjectId))
          .toSorted((one, other) => one.first - other.first || (one.subjectId < other.subjectId ? -1 : 1));
      expect(live.length).toBeGreaterThan(0);
      expect(byBegin(tested)).toEqual(byBegin(live as typeof tested));
      expect(counts).toMatchObject({ new: 0, gone: 0 });
    },
    60_000,
  );

  it('says what an edit makes new, takes away and leaves', async () => {
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
    expect(await bench.matchesOf(ruleId)).toHaveLength(3);
  });

  it('refuses what could not be saved, and types that do not run on packets', async () => {
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
