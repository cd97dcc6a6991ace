import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFixture,
  fixtureMakers,
  fixtureSamples,
  fixtureTenants,
  sampleEntity,
} from '../../testing/odata-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { systemContext, type Context, type Scope } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { Problem } from '../problems.ts';
import { parseListQuery, readListOptions } from './query/list-query.ts';
import { countStatement, listStatement } from './statements/list-statement.ts';
import { nextLinkOf } from './query/next-link.ts';
import { scopeRequestOf } from './statements/reach.ts';

const clock = new ManualClock();
const scopes: readonly Scope[] = [
  { kind: 'all' },
  { kind: 'tenants', tenantIds: [fixtureTenants[0]] },
  { kind: 'tenants', tenantIds: fixtureTenants },
];
let database: TestDatabase;
let gate: Gate;

beforeAll(async () => {
  database = await createTestDatabase();
  await createFixture(database, fixtureSamples, fixtureMakers);
  gate = database.createGate({ clock });
});
afterAll(() => database.drop());

const contextOf = (scope: Scope): Context => ({
  ...systemContext({ name: 'test', clock, tenantId: fixtureTenants[0] }),
  scopeOf: () => scope,
});

/** Resolves to the text of the response or the status of the refusal; throws errors that would lead to 500. */
const outcomeOf = async (query: string, scope: Scope, make: typeof listStatement | typeof countStatement) => {
  const context = contextOf(scope);
  try {
    const made = make({ declaration: sampleEntity, context, query: parseListQuery(query), nextLink });
    const statement = 'statement' in made ? made.statement : made;
    return await gate.readText(context, scopeRequestOf(sampleEntity), statement);
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw new Error(`${query} fails`, { cause: error });
  }
};

const nextLink = nextLinkOf('http://localhost/v1/samples', 'samples', readListOptions(''));

const filters = [
  "name eq 'ab'",
  "contains(name,'b') or rank gt 1",
  "maker/name eq 'Shared'",
  "parts/any(p:p/label eq 'a')",
  'null eq null',
  '1 in ()',
  'total gt 1',
];
const orders = [
  ...['name', 'name desc,rank', 'maker/name desc', 'length(name)', 'parts/$count desc', 'rank add 1', 'kind'],
  ...['1', "'a'", 'null', 'true', '1 add 1', 'null eq null', '1 in ()', 'now()', "length('a')", '-(1)', 'not true'],
  ...['isOpen eq null', 'rank in ()', 'name,name desc', 'total desc', 'maker/name,1', 'parts/any()', '$it'],
];
const searches = ['a', 'abc', 'abc OR bca', 'NOT abc', '"x_y" abc', 'everywhere nowhere', '"10%"'];
const transformations = [
  'filter(rank gt 0)',
  'search(abc)',
  'search("bca" OR abc)',
  'orderby(name desc)',
  'orderby(1 add 1)',
  'top(5)',
  'skip(2)',
  'groupby((kind))',
  'groupby((name,maker/name),aggregate($count as total,rank with max as top))',
  'aggregate(rank with sum as total)',
  'aggregate(1 with sum as total)',
  "aggregate(concat(name,'a') with min as total)",
  'aggregate(name with countdistinct as total)',
  'filter(total gt 1)',
];
const expansions = [
  'maker',
  'parts($filter=weight gt 1;$orderby=label desc;$top=1;$count=true)',
  'parts($orderby=1)',
  'parts($orderby=null eq null;$select=label;$expand=sample)',
  'parts($search=abc)',
  'maker($select=name),parts',
  '*',
];

const optional = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.option(values, { freq: 2, nil: undefined }).map((value) => (value === undefined ? [] : [`${name}=${value}`]));
const oneOf = (values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values);

const combination = fc
  .tuple(
    optional(
      '$apply',
      fc.array(oneOf(transformations), { minLength: 1, maxLength: 4 }).map((steps) => steps.join('/')),
    ),
    optional('$search', oneOf(searches)),
    optional('$filter', oneOf(filters)),
    optional('$orderby', oneOf(orders)),
    optional('$expand', oneOf(expansions)),
    optional('$select', oneOf(['name', 'name,kind', '*', 'maker,total'])),
    optional('$compute', oneOf(['rank add 1 as more'])),
    optional('$count', oneOf(['true', 'false'])),
    optional('$top', oneOf(['0', '1', '10', '25', '2000'])),
    optional('$skip', oneOf(['0', '3', '30000'])),
  )
  .map((options) => options.flat().map((option) => option.replaceAll('%', '%25')))
  .map((options) => options.join('&'));

test('no combination of options leads to 500', async () => {
  await fc.assert(
    fc.asyncProperty(combination, fc.constantFrom(...scopes), async (query, scope) => {
      for (const make of [listStatement, countStatement]) {
        const outcome = await outcomeOf(query, scope, make);
        if (typeof outcome === 'number') expect([400, 501], query).toContain(outcome);
      }
    }),
    { numRuns: 1_500 },
  );
});

test.each(scopes)('a search applies to the result of $apply: %j', async (scope) => {
  const applied = await outcomeOf('$apply=filter(rank ge 0)&$search=abc&$select=sampleId', scope, listStatement);
  expect(applied).toBe(await outcomeOf('$filter=rank ge 0&$search=abc&$select=sampleId', scope, listStatement));
  expect(applied).not.toBe('"value":[]');
});

test.each(['1', "'a'", 'null', '1 add 1', 'null eq null', '1 in ()', 'now()', "name,length('a')", 'name,true'])(
  'a constant is refused as an order: %s',
  async (order) => {
    const [scope] = scopes;
    if (!scope) throw new Error('There is a scope.');
    expect(await outcomeOf(`$orderby=${order}`, scope, listStatement)).toBe(400);
    expect(await outcomeOf(`$apply=orderby(${order})`, scope, listStatement)).toBe(400);
    expect(await outcomeOf(`$expand=parts($orderby=${order.replace('name', 'label')})`, scope, listStatement)).toBe(
      400,
    );
  },
);
