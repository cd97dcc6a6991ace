import { parseFilter } from '@cfs/odata';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fulfils } from '../../testing/evaluate-expression.ts';
import { createFixture, fixtureMakers, fixtureSamples, sampleEntity } from '../../testing/odata-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { systemContext } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { Problem } from '../problems.ts';
import { parseListOptions, parseListQuery, readListOptions } from './query/list-query.ts';
import { listStatement } from './statements/list-statement.ts';
import { scopeRequestOf } from './statements/reach.ts';
import { cachedStatement } from './statements/statement-memory.ts';

const clock = new ManualClock();
const context = systemContext({ name: 'test', clock, tenantId: 'all' });
let database: TestDatabase;
let gate: Gate;

beforeAll(async () => {
  database = await createTestDatabase();
  await createFixture(database, fixtureSamples, fixtureMakers);
  gate = database.createGate({ clock });
});
afterAll(() => database.drop());

const matching = async (filter: string): Promise<string[]> => {
  const query = parseListQuery(`$select=sampleId&$orderby=sampleId&$filter=${encodeURIComponent(filter)}`);
  const { statement } = listStatement({ declaration: sampleEntity, context, query });
  const text = await gate.readText(context, scopeRequestOf(sampleEntity), statement);
  return (JSON.parse(`{${text}}`) as { value: { sampleId: string }[] }).value.map((row) => row.sampleId);
};

const expected = (filter: string): string[] => {
  const tree = parseFilter(filter);
  return fixtureSamples.filter((row) => fulfils(row, tree, clock.now())).map((row) => row.sampleId);
};

type Texts = fc.Arbitrary<string>;
const quoted = fc.constantFrom("'a'", "'b'", "'ab'", "'A'", "''", "'o''b'", "'%'", "'_'", "'ÄB'", 'null');
const letters = fc.constantFrom("'a'", "'b'", "'ab'", "'Abc'");
const small = fc.constantFrom('0', '1', '2', '-1', '7', 'null', '3000000000');
const moments = fc.constantFrom('2026-01-31T23:59:59.999Z', '2026-03-02', '2026-03-02T11:00:00+01:00', 'now()', 'null');

type Grammar = Record<'condition' | 'text' | 'number' | 'moment', string>;

const grammar = fc.letrec<Grammar>((tie) => {
  const write = (parts: TemplateStringsArray, ...values: Texts[]): Texts =>
    fc.tuple(...values).map((each) => parts.reduce((text, part, index) => text + part + (each[index] ?? ''), ''));
  const comparison = fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge');
  const equality = fc.constantFrom('eq', 'ne');
  return {
    text: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('name', 'note', 'maker/name'),
      quoted,
      write`tolower(${tie('text')})`,
      write`trim(${tie('text')})`,
      write`concat(${tie('text')},${tie('text')})`,
      write`substring(${tie('text')},${fc.constantFrom('0', '1', '2')},${fc.constantFrom('0', '1', '5')})`,
    ),
    number: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('rank', 'big', 'parts/$count'),
      small,
      write`(${fc.constantFrom('rank', 'price')} ${fc.constantFrom('add', 'sub', 'mul')} ${small})`,
      write`(rank ${fc.constantFrom('div', 'mod')} ${fc.constantFrom('2', '-3', 'big', 'parts/$count')})`,
      write`length(${tie('text')})`,
      write`indexof(${tie('text')},${tie('text')})`,
      write`${fc.constantFrom('round', 'floor', 'ceiling')}(price)`,
      write`${fc.constantFrom('year', 'month', 'day')}(${tie('moment')})`,
      write`${fc.constantFrom('hour', 'minute', 'second')}(${fc.constantFrom('moment', 'now()', 'null')})`,
    ),
    moment: fc.oneof(fc.constant('moment'), moments),
    condition: fc.oneof(
      { depthSize: 'medium' },
      write`${fc.constantFrom('name', 'note', 'maker/name')} ${comparison} ${letters}`,
      write`${tie('text')} ${equality} ${tie('text')}`,
      write`${tie('number')} ${comparison} ${tie('number')}`,
      write`${tie('moment')} ${comparison} ${tie('moment')}`,
      write`date(moment) ${equality} ${fc.constantFrom('2026-01-31', '2024-02-29', 'null')}`,
      write`kind ${comparison} ${fc.constantFrom("'Red'", "CFS.SampleKind'Blue'", '1', 'null')}`,
      write`isOpen ${equality} ${fc.constantFrom('true', 'false', 'null')}`,
      fc.constant('isOpen'),
      write`${fc.constantFrom('contains', 'startswith', 'endswith')}(${tie('text')},${tie('text')})`,
      write`note in (${quoted},${quoted})`,
      write`rank in (${small},${small},7)`,
      write`parts/${fc.constantFrom('any', 'all')}(p:p/weight ${comparison} ${small} or p/label eq name)`,
      fc.constant('parts/any()'),
      write`(${tie('condition')} and ${tie('condition')})`,
      write`(${tie('condition')} or ${tie('condition')})`,
      write`not (${tie('condition')})`,
      write`(${tie('condition')}) eq (${tie('condition')})`,
    ),
  };
});

test('random filters find the same rows as an evaluation in memory', async () => {
  await fc.assert(
    fc.asyncProperty(grammar.condition, async (filter) => {
      expect(await matching(filter), filter).toEqual(expected(filter));
    }),
    { numRuns: 500 },
  );
});

/** Replaces literals of the filter by other ones, some of which are invalid there. */
const withOtherLiterals = (filter: string): Texts => {
  const others = [
    [/'(?:[^']|'')*'/g, ["'Red'", "'Purple'", "''", "'PT1H'", 'null']],
    [/(?<![\w'.:-])\d+(?![\w'.:-])/g, ['0', '1', '12', '3000000000', '99999999999999999999999999999999999999999']],
    [/\d{4}-\d\d-\d\d(?!T)/g, ['0000-01-01', '2026-02-28', '12026-01-01']],
    [
      /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+01:00)/g,
      ['2026-03-02T11:00:60Z', '0001-01-01T00:00:00+23:00', '2026-02-28T10:00Z'],
    ],
  ] as const;
  return fc.infiniteStream(fc.nat()).map((stream) =>
    others.reduce(
      (text, [pattern, values]) =>
        text.replace(pattern, (literal) => {
          const { value } = stream.next() as { value: number };
          return value % 3 === 0 ? literal : (values[value % values.length] ?? literal);
        }),
      filter,
    ),
  );
};

test('a cached statement equals a newly translated one', () => {
  const asked = { ...context, grants: {} };
  const outcome = (make: () => { statement: object; context: string }): unknown => {
    try {
      const { statement, context: about } = make();
      return { statement, about };
    } catch (error) {
      return error instanceof Problem ? { status: error.status, detail: error.message } : error;
    }
  };
  let recalled = 0;
  fc.assert(
    fc.property(
      grammar.condition.chain((filter) => fc.tuple(fc.constant(filter), withOtherLiterals(filter))),
      (filters) => {
        for (const filter of filters) {
          const options = readListOptions(`$top=10&$filter=${encodeURIComponent(filter)}`);
          const fromMemory = outcome(() => {
            const found = cachedStatement(asked, sampleEntity, options);
            if (!('translation' in found)) recalled += 1;
            return found;
          });
          const fresh = outcome(() =>
            listStatement({ declaration: sampleEntity, context: asked, query: parseListOptions(options) }),
          );
          expect(fromMemory, filter).toEqual(fresh);
        }
      },
    ),
    { numRuns: 3_000 },
  );
  expect(recalled).toBeGreaterThan(1_000);
});

test.each([
  ["note ne 'a'", (note: string | null) => note?.toLowerCase() !== 'a'],
  ["not (note eq 'a')", (note: string | null) => note?.toLowerCase() !== 'a'],
  ['note eq null', (note: string | null) => note === null],
  ["not contains(note,'a')", (note: string | null) => note !== null && !/a/i.test(note)],
  ["note in ('a',null)", (note: string | null) => note === null || /^a$/i.test(note)],
])('only comparisons treat null as a value: %s', async (filter, holds) => {
  expect(await matching(filter)).toEqual(fixtureSamples.filter((row) => holds(row.note)).map((row) => row.sampleId));
});

test.each([
  '2026-01-31T23:59:59.999Z',
  '2026-01-31t23:59:59.999z',
  '2026-01-31T23:59:59.999000Z',
  '2026-02-01T00:59:59.999+01:00',
  '2026-01-31T18:29:59.9990-05:30',
])('an instant is the same in every notation: %s', async (instant) => {
  const found = await matching('moment eq 2026-01-31T23:59:59.999Z');
  expect(found.length).toBeGreaterThan(0);
  expect(await matching(`moment eq ${instant}`)).toEqual(found);
  expect(await matching(`moment lt ${instant}`)).toEqual(expected('moment lt 2026-01-31T23:59:59.999Z'));
});

test.each([
  ['price lt 1e1', 'price lt 10'],
  ['price lt 1.5E+1', 'price lt 15'],
  ['price gt -1e2', 'price gt -100'],
  ['price lt INF', 'price ne null'],
  ['price gt -INF', 'price ne null'],
])('%s finds the same rows as %s', async (filter, same) => {
  const found = await matching(filter);
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(await matching(same));
});

test.each([
  ['round(rank) div 2 eq 3', ({ rank }) => rank !== null && Math.trunc(rank / 2) === 3],
  ['rank div 2 eq 3', ({ rank }) => rank !== null && Math.trunc(rank / 2) === 3],
  ['rank mod 5 eq 2', ({ rank }) => rank !== null && rank % 5 === 2],
  ['round(price) div 8 eq 0.25', ({ price }) => price === 1.5],
] satisfies [string, (row: (typeof fixtureSamples)[number]) => boolean][])(
  '%s divides integers to an integer, and decimals to a decimal',
  async (filter, holds) => {
    const found = fixtureSamples.filter(holds).map((row) => row.sampleId);
    expect(found.length).toBeGreaterThan(0);
    expect(await matching(filter)).toEqual(found);
  },
);

test.each(['P100000D', '-P100000D', 'PT8640000000S'])('a duration may last 100,000 days: %s', async (duration) => {
  expect(await matching(`moment add duration'${duration}' ne null`)).toEqual(await matching('moment ne null'));
});

test.each(['P100001D', 'P100000DT0.000001S', '-PT8640000001S'])(
  'a duration may not last longer: %s',
  async (duration) => {
    await expect(matching(`moment add duration'${duration}' ne null`)).rejects.toMatchObject({
      status: 400,
      detail: expect.stringContaining('The duration is too long.'),
    });
  },
);

test.each([
  ['price eq NaN', []],
  ['price gt INF', []],
])('%s finds nothing', async (filter, nothing) => {
  expect(await matching(filter)).toEqual(nothing);
});

test.each([
  ['price lt 1e309', 'The number is too long.'],
  ['name add 1 eq 2', "'add' does not accept string"],
  ["moment sub name eq duration'PT1H'", "'sub' does not accept dateTimeOffset and string"],
])('%s is refused with the reason', async (filter, reason) => {
  await expect(matching(filter)).rejects.toMatchObject({ status: 400, detail: expect.stringContaining(reason) });
});
