import { ruleConditionSchema, type RuleCondition } from '@cfs/contracts/rule-conditions';
import { leftOperands } from '@cfs/contracts/rule-left-operands';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { describe, expect, it } from 'vitest';
import { unlimited } from '../storms/storm-control.ts';
import { createRandom, oneOf, type Random } from '../testing/create-random.ts';
import { evaluateSlowly, type SlowArrival } from '../testing/slow-evaluator.ts';
import { slowTruths, type SlowSubject } from '../testing/slow-rule.ts';
import { compileRule, type RunnableRule } from './compile-rule.ts';
import { createEntityHistory } from './entity-history.ts';
import { evaluateRule, initialState, type RuleState } from './evaluate-rule.ts';
import type { RuleSubject } from './rule-subject.ts';

const second = 1_000;
const systemTenantId = '00000000-0000-0000-0000-000000000001';

const nested = (depth: number): unknown => (depth === 0 ? 'deep' : { a: nested(depth - 1) });

/** Values of every kind: extremes of time and number, texts that look like numbers, large and nested ones. */
const values: readonly [unknown, ...unknown[]] = [
  0,
  ...[1, -3.5, 90, 95, 1e300, -1e-300, Number.NaN, Number.POSITIVE_INFINITY],
  ...['', '95', ' 95 ', '9.5e1', '-3.5', 'NaN', 'Infinity', '1e999', '0x5f', 'error', 'Error 42', 'ERROR', 'ab'],
  ...['1970-01-01T00:00:00Z', '2100-01-01', '2026-03-01', '2026-03-01T10:00:00Z', '2026-03-01T12:00:00+02:00'],
  ...['2026-03-01 10:00', '0001-01-01', '00:10:00', '1.00:00:00', '24:00:00'],
  ...[true, false, null, undefined, [], [1, 'x'], {}, { a: { b: 1 } }, nested(30), 'x'.repeat(20_000)],
];
const texts = values
  .filter((value) => typeof value === 'string' && value !== '' && value.length < 100)
  .concat('90', '1e2', 'b', 'or', 'xx');
const patterns: readonly [string, ...string[]] = ['^err', '[0-9]+', 'a.*b', '^$', 'R 4', 'x$'];
const names: readonly [string, ...string[]] = ['Load', 'disk.c', 'LOAD'];
const ids: readonly [string, ...string[]] = [
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  '4f2504e0-4f89-41d3-9a0c-0305e82c3302',
];
const spans: readonly [string, ...string[]] = ['00:01:00', '00:05:00', '00:20:00'];

const conditionOf = (random: Random, ruleTypeId: number, index: number): RuleCondition => {
  const [first, ...others] = leftOperands.filter((operand) => operand.ruleTypeIds.some((id) => id === ruleTypeId));
  if (!first) throw new RangeError('A type has no operands.');
  const { id, hasFieldName } = oneOf(random, [first, ...others]);
  const isWindow = ruleTypeId === ruleTypes.History && id >= 40 && id <= 46;
  const operator =
    id === 30
      ? oneOf(random, [ruleOperators.Equals, ruleOperators.NotEquals])
      : id === 47
        ? ruleOperators.GreaterThan
        : oneOf(random, Object.values(ruleOperators) as [number, ...number[]]);
  const isPattern = operator === ruleOperators.Matches || operator === ruleOperators.NotMatches;
  const isIdentity = [6, 9, 20, 21, 30].includes(id) && random(3) > 0;
  const right = isPattern
    ? oneOf(random, patterns)
    : isIdentity
      ? oneOf(random, ids).toUpperCase()
      : String(oneOf(random, texts as [unknown, ...unknown[]]));
  return ruleConditionSchema.parse({
    Type: index === 0 ? 0 : random(2),
    LeftOperand: id,
    LeftOperandFieldName: hasFieldName
      ? oneOf(random, names)
      : isWindow
        ? oneOf(random, ['', 'Metrics.Load', 'metrics.disk.c'])
        : null,
    Operator: operator,
    RightOperand: id === 47 ? oneOf(random, spans) : id === 30 ? oneOf(random, ids) : right,
    Window: isWindow ? { Span: oneOf(random, spans), MinimumSamples: 1 + random(3) } : null,
  });
};

const conditionsOf = (random: Random, ruleTypeId: number): RuleCondition[] =>
  Array.from({ length: 1 + random(4) }, (_, index) => conditionOf(random, ruleTypeId, index));

const ruleOf = (ruleTypeId: number, conditions: readonly RuleCondition[], sliding = false): RunnableRule => ({
  ruleId: 'rule',
  name: 'Rule',
  ruleTypeId,
  tenantId: systemTenantId,
  subscriptionId: null,
  matchLifetimeSeconds: 300,
  useSlidingExpiration: sliding,
  timeConditions: null,
  conditions,
  correlation: null,
  aggregation: null,
  includeOwnWorkUnits: false,
  storm: unlimited,
  matchActions: [],
  expirationActions: [],
  countsSince: null,
  modified: new Date(0),
});

const numberOrMissing = (random: Random): number | undefined =>
  oneOf(random, [undefined, 0, 0.5, 1, 95, 1e300, Number.NaN]);

const messageOf = (random: Random): Record<string, unknown> => ({
  Value: oneOf(random, values),
  Metrics: oneOf(random, [
    { Load: oneOf(random, values) },
    { load: oneOf(random, values), disk: { c: oneOf(random, values) } },
    { 'disk.c': oneOf(random, values) },
    {},
  ] as [object, ...object[]]),
  States: random(2) === 0 ? { Load: oneOf(random, values) } : {},
});

const subjectOf = (random: Random, time: number): SlowSubject => ({
  tenantId: oneOf(random, ids),
  entityId: oneOf(random, ids),
  deviceId: oneOf(random, [undefined, ...ids]),
  subscriptionId: oneOf(random, [undefined, ...ids]),
  entityName: oneOf(random, [undefined, 'Error 42', '95']),
  time,
  message: messageOf(random),
  before: Array.from({ length: random(6) }, () => ({ time: time - random(900) * second, message: messageOf(random) })),
  silentMilliseconds: random(3) === 0 ? random(1_500) * second : undefined,
  activeRules: ids.filter(() => random(2) === 0),
  workUnit: {
    workUnitId: 1,
    title: String(oneOf(random, texts as [unknown, ...unknown[]])),
    severity: random(5),
    state: 1 + random(8),
    workUnitType: 1 + random(5),
    category: oneOf(random, [null, '1', '95']),
    subcategory: oneOf(random, [null, '2']),
    assignedTo: oneOf(random, [null, 'error@example.com']),
    description: oneOf(random, [null, 'Error 42\nab']),
  },
  group: {
    count: random(5),
    share: numberOrMissing(random),
    sum: numberOrMissing(random),
    average: numberOrMissing(random),
    minimum: numberOrMissing(random),
    maximum: numberOrMissing(random),
  },
});

const toFast = ({ time, before, activeRules = [], ...subject }: SlowSubject): RuleSubject =>
  ({
    ...subject,
    timestamp: new Date(time),
    activeRules: new Set(activeRules),
    history: createEntityHistory(before as never),
  }) as unknown as RuleSubject;

/** Times at which clocks and calendars are irregular. */
const times: readonly [number, ...number[]] = [
  0,
  Date.parse('1970-01-01T00:10:00Z'),
  Date.parse('2026-03-29T01:00:00Z'),
  Date.parse('2026-11-01T06:00:00Z'),
  Date.parse('2100-01-01T00:00:00Z'),
];

/**
 * Arrivals of packets: in order, out of order, late, from a spool, at the same time, with edits of the rule in between.
 */
const arrivalsOf = (random: Random) => {
  const used = new Set<number>();
  let now = oneOf(random, times) + 10_000 * second;
  return Array.from({ length: 5 + random(25) }, () => {
    now += random(60) * second;
    const lag = oneOf(random, [0, 0, random(30), random(290), -random(290), 300 + random(3_000)]);
    const time = now - lag * second;
    const isAdded = !used.has(time);
    used.add(time);
    return { time, now, isAdded, message: messageOf(random), isEdited: random(15) === 0 };
  });
};

describe('a compiled rule', () => {
  it.each(Object.entries(ruleTypes))(
    'of the type %s has the same truths as a slow evaluator on any subject',
    (_, ruleTypeId) => {
      for (let seed = 1; seed <= 5_000; seed += 1) {
        const random = createRandom(seed);
        const conditions = conditionsOf(random, ruleTypeId);
        const subject = subjectOf(random, oneOf(random, times) + random(100_000) * second);
        const said = compileRule(ruleOf(ruleTypeId, conditions), systemTenantId).truths(toFast(subject));
        expect(said, `seed ${seed}`).toEqual(slowTruths(ruleTypeId, conditions, subject));
      }
    },
  );

  it.each([ruleTypes.Ingestion, ruleTypes.History])(
    'of the type %i has the matches of a slow evaluator over generated histories, with restarts and edits',
    (ruleTypeId) => {
      for (let seed = 1; seed <= 2_000; seed += 1) {
        const random = createRandom(seed);
        const sliding = random(2) === 1;
        const lifetime = 300 * second;
        let conditions = conditionsOf(random, ruleTypeId);
        let compiled = compileRule(ruleOf(ruleTypeId, conditions, sliding), systemTenantId);
        const arrivals = arrivalsOf(random);
        const entity = { tenantId: ids[0], entityId: ids[0] };
        const history = createEntityHistory();
        const before: { time: number; message: Record<string, unknown> }[] = [];
        let state: RuleState = initialState;
        let segment: (SlowArrival & { readonly now: number })[] = [];
        let found = new Map<string, object>();
        const compareSegment = (): void => {
          const every = compiled.alternatives.map(() => ({ kind: 'every' }) as const);
          expect([...found.values()], `seed ${seed}`).toEqual(evaluateSlowly(every, lifetime, sliding, segment));
        };
        for (const { time, now, isAdded, message, isEdited } of arrivals) {
          if (!isAdded) continue;
          if (isEdited) {
            compareSegment();
            conditions = conditionsOf(random, ruleTypeId);
            compiled = compileRule(ruleOf(ruleTypeId, conditions, sliding), systemTenantId);
            [state, segment, found] = [initialState, [], new Map()];
          }
          const subject: SlowSubject = { ...entity, time, message, before };
          const truths = compiled.truths({ ...toFast(subject), history });
          segment.push({ time, now, truths: slowTruths(ruleTypeId, conditions, subject) });
          const name = (): string => String(found.size + 1);
          const effects = evaluateRule(compiled, state, { time, truths, input: undefined }, now, name);
          // A restart: the memory passes through its stored form.
          state = structuredClone(effects.state);
          for (const { ruleMatchId, firstMatch, lastMatch, expires, matchCount, end } of effects.episodes)
            found.set(ruleMatchId, { first: firstMatch, last: lastMatch, expires, count: matchCount, end });
          history.add({ time, message });
          before.push({ time, message });
        }
        compareSegment();
      }
    },
  );
});
