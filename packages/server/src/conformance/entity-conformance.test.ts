import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '@cfs/contracts/permissions';
import { areas } from '../areas.ts';
import { systemContext, type Context, type Scope } from '../platform/context.ts';
import { createConnectionPool, type ConnectionPool } from '../platform/database/connection-pool.ts';
import type { EntityDeclaration } from '../platform/odata/entity.ts';
import { modelOf } from '../platform/odata/entity-model.ts';
import { parseListQuery } from '../platform/odata/query/list-query.ts';
import { pathOf } from '../platform/odata/list-route.ts';
import { listStatement } from '../platform/odata/statements/list-statement.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { ManualClock } from '../testing/manual-clock.ts';

const entities = areas.flatMap((area) => area.entities ?? []);
const clock = new ManualClock();
let server: TestServer;
let planner: ConnectionPool;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.asOwner(`select gate.define_scope('conformance', true, '{}', $1)`, [clock.now()]);
  planner = createConnectionPool({
    connection: server.database.connections.app,
    name: 'conformance',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
});
afterAll(async () => {
  await planner.close();
  await server.close();
});

const contextOf = (scopeOf: (permission: Permission | readonly Permission[]) => Scope): Context => ({
  ...systemContext({ name: 'conformance', clock, tenantId: server.tenants.own }),
  scopeOf,
});

const statementOf = (declaration: EntityDeclaration, context: Context, query: string) =>
  listStatement({ declaration, context, query: parseListQuery(query) }).statement;

/** The plan of PostgreSQL with sequential scans, bitmap scans and sorts disabled. */
const planOf = (declaration: EntityDeclaration, scope: Scope, query: string): Promise<string> =>
  planner.use(undefined, async (connection) => {
    const { text, values } = statementOf(
      declaration,
      contextOf(() => scope),
      query,
    );
    await connection.query(`select set_config('cfs.scope', 'conformance', false)`, []);
    await connection.query('set enable_seqscan = off', []);
    await connection.query('set enable_sort = off', []);
    await connection.query('set enable_bitmapscan = off', []);
    const { rows } = await connection.query(`explain (costs off) ${text}`, values);
    return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
  });

/** The sort that merges a few tenants, each of which is read in order: at most one page of each. */
const mergeOfTenants =
  /Sort\n(?: +(?:Disabled|Sort Key): .*\n)+ +-> {2}Nested Loop\n +-> {2}Function Scan on unnest .*\n/;

const all: Scope = { kind: 'all' };
const none: Scope = { kind: 'tenants', tenantIds: [] };

const searchedColumns = entities
  .filter(({ searched }) => searched === undefined)
  .flatMap(({ table, properties }) =>
    Object.values(properties).flatMap(({ search, type, sql }) =>
      search && type === 'string' && typeof sql === 'string' ? [{ table, column: sql }] : [],
    ),
  );

test.each(searchedColumns)('the searched text of $table contains $column', async ({ table, column }) => {
  const [{ expression } = { expression: '' }] = await planner.use(undefined, async (connection) => {
    const { rows } = await connection.query(
      `select pg_get_expr(adbin, adrelid) as expression from pg_attrdef
         join pg_attribute on attrelid = adrelid and attnum = adnum
       where attrelid = ('cfs.' || $1)::regclass and attname = 'search_text'`,
      [table],
    );
    return rows as { expression: string }[];
  });
  expect(expression).toMatch(new RegExp(String.raw`\b${column}\b`));
});

describe.each(entities)('the set $set', (entity) => {
  const properties = Object.entries(entity.properties);
  const indexed = properties.filter(([, property]) => typeof property.sort === 'object').map(([name]) => name);
  const edges = Object.entries(entity.edges);
  const address = `/v1/${pathOf(entity)}`;
  const administrator = () => server.as('Administrator', 'all');

  test('supports everything that it declares', async () => {
    const queries = [
      '$count=true',
      ...edges.map(([name]) => `$expand=${name}`),
      ...properties.flatMap(([name, property]) => [
        `$select=${name}`,
        ...(property.filter === false ? [] : [`$filter=${name} eq null`, `$apply=groupby((${name}))`]),
        ...(property.filter === false || property.sort === false ? [] : [`$orderby=${name} desc`]),
      ]),
      ...edges.flatMap(([name, edge]) =>
        edge.kind === 'many'
          ? [`$filter=${name}/any()`]
          : edge.exposes
              .filter((exposed) => isSortable(edge.entity(), exposed))
              .map((exposed) => `$filter=${name}/${exposed} eq null&$orderby=${name}/${exposed}`),
      ),
      ...(modelOf(entity).searchable ? ['$search=xyz&$count=true', '$search=x'] : []),
    ];
    for (const query of queries) {
      const { status, text } = await administrator().get(`${address}?${query}`);
      expect(status, `${query}: ${text}`).toBe(200);
    }
  });

  test('returns 400 for sorting or filtering by a property that it excludes', async () => {
    const queries = properties.flatMap(([name, property]) => [
      ...(property.sort === false ? [`$orderby=${name}`] : []),
      ...(property.filter === false ? [`$filter=${name} eq null`] : []),
    ]);
    for (const query of queries) {
      const { status, text } = await administrator().get(`${address}?${query}`);
      expect(status, `${query}: ${text}`).toBe(400);
    }
  });

  test('sorts by the indexes that it names', async () => {
    for (const name of indexed) {
      for (const scope of [all, { kind: 'tenants', tenantIds: [server.tenants.own] }] as const) {
        if (scope.kind === 'all' && entity.reach === 'context') continue;
        for (const direction of ['asc', 'desc']) {
          const plan = await planOf(entity, scope, `$orderby=${name} ${direction}&$top=10`);
          const about = `${entity.set} by ${name} ${direction} of ${scope.kind}:\n${plan}`;
          expect(plan, about).not.toMatch(new RegExp(`Seq Scan on ${entity.table}\\b`));
          expect(plan.replace(mergeOfTenants, ''), about).not.toMatch(/(?<!Incremental )Sort\n/);
        }
      }
    }
  });

  test('hides the target of an edge without permission', () => {
    const own = [entity.permission].flat();
    const context = contextOf((permission) => ([permission].flat().some((each) => own.includes(each)) ? all : none));
    for (const [name, edge] of edges) {
      if (edge.permission === 'signed-in' || [edge.permission].flat().some((each) => own.includes(each))) continue;
      expect(() => statementOf(entity, context, `$expand=${name}`), name).toThrow(/has no property/);
      const path = edge.kind === 'many' ? `${name}/any()` : `${name}/${edge.exposes[0] ?? ''} eq null`;
      expect(() => statementOf(entity, context, `$filter=${path}`), path).toThrow(/has no property/);
    }
  });

  test('exposes only what its edges name', () => {
    const context = contextOf(() => all);
    for (const [name, edge] of edges) {
      const kept = Object.keys(edge.entity().properties).filter((each) => !edge.exposes.includes(each));
      for (const property of kept) {
        const path = edge.kind === 'many' ? `${name}/any(x:x/${property} eq null)` : `${name}/${property} eq null`;
        expect(() => statementOf(entity, context, `$filter=${path}`), path).toThrow(/has no property/);
        expect(() => statementOf(entity, context, `$expand=${name}($select=${property})`)).toThrow(/has no property/);
      }
    }
  });

  test('responds to hostile queries without a server error', async () => {
    const word = fc.oneof(
      fc.constantFrom(...properties.map(([name]) => name), ...edges.map(([name]) => name)),
      fc.constantFrom(
        'eq',
        'ne',
        'lt',
        'and',
        'or',
        'not',
        'in',
        'add',
        'div',
        'mod',
        '(',
        ')',
        ',',
        '/',
        'any(x:',
        'null',
      ),
      fc.constantFrom("'a'", "''", '1', '0', '-1', '1e300', '9223372036854775808', '2026-02-30', '2026-02-28', 'true'),
      fc.constantFrom(
        'contains(',
        'length(',
        'year(',
        'date(',
        'now()',
        '__proto__',
        'constructor',
        "'; drop table x; --",
      ),
    );
    const option = fc.constantFrom('$filter', '$orderby', '$select', '$expand', '$apply', '$search', '$top', '$skip');
    await fc.assert(
      fc.asyncProperty(option, fc.array(word, { maxLength: 7 }), async (name, words) => {
        const { status, text } = await administrator().get(`${address}?${name}=${encodeURIComponent(words.join(' '))}`);
        expect([200, 400, 501], text).toContain(status);
      }),
      { numRuns: 60 },
    );
  });
});

const isSortable = (entity: EntityDeclaration, name: string): boolean => {
  const property = entity.properties[name];
  return property !== undefined && property.filter !== false && property.sort !== false;
};
