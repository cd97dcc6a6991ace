import { afterAll, beforeAll, expect, test } from 'vitest';
import { locationEntity } from '../areas/locations/location-entity.ts';
import { systemContext, type Scope } from '../platform/context.ts';
import { createConnectionPool, type ConnectionPool } from '../platform/database/connection-pool.ts';
import { parseListQuery } from '../platform/odata/list-query.ts';
import { listStatement } from '../platform/odata/list-statement.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { TurnableClock } from '../testing/turnable-clock.ts';

const rows = process.env['CFS_TEST_DEEP'] ? 1_000_000 : 20_000;
const tenantCount = 100;
const tenant = (number: number): string => `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
const clock = new TurnableClock();
let database: TestDatabase;
let planner: ConnectionPool;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.asOwner(
    `insert into cfs.tenants (tenant_id, name, enabled, work_unit_fields, created, created_by, modified, modified_by)
     select (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid, 'Tenant ' || n, true, '[]', $1, 't', $1, 't'
     from generate_series(1, ${tenantCount}) n`,
    [clock.now()],
  );
  await database.asOwner(
    `insert into cfs.locations (tenant_id, location_id, name, city, state, created, created_by, modified, modified_by)
     select (lpad(to_hex(1 + n % ${tenantCount}), 8, '0') || '-0000-4000-8000-000000000000')::uuid, gen_random_uuid(),
       'Place ' || md5(n::text), nullif('City ' || n % 500, 'City 0'), 'State ' || n % 50, $1, 't', $1, 't'
     from generate_series(1, ${rows}) n`,
    [clock.now()],
  );
  await database.asOwner('vacuum analyze cfs.locations');
  await database.asOwner(`select gate.define_scope('plans', true, '{}', $1)`, [clock.now()]);
  planner = createConnectionPool({
    connection: database.connections.app,
    name: 'plans',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
}, 300_000);
afterAll(async () => {
  await planner.close();
  await database.drop();
});

const planOf = (scope: Scope, query: string): Promise<string> =>
  planner.use(undefined, async (connection) => {
    const context = { ...systemContext({ name: 'plans', clock, tenantId: tenant(1) }), scopeOf: () => scope };
    const { statement } = listStatement({ declaration: locationEntity, context, query: parseListQuery(query) });
    await connection.query(`select set_config('cfs.scope', 'plans', false)`, []);
    const explained = await connection.query(`explain (costs off) ${statement.text}`, statement.values);
    return (explained.rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
  });

const tenants = (count: number): Scope => ({
  kind: 'tenants',
  tenantIds: Array.from({ length: count }, (_, index) => tenant(index + 1)),
});
const widths: readonly (readonly [string, Scope])[] = [
  ['one tenant', tenants(1)],
  ['thirty tenants', tenants(30)],
  ['ninety tenants', tenants(90)],
  ['all tenants', { kind: 'all' }],
];
const sorted = Object.entries(locationEntity.properties).flatMap(([name, { sort }]) =>
  typeof sort === 'object' ? [`$orderby=${name}&$top=10`, `$orderby=${name} desc&$top=10`] : [],
);

test.each(widths)('no sorted page of %s reads the whole table', async (_name, scope) => {
  for (const query of sorted) {
    const plan = await planOf(scope, query);
    expect(plan, `${query}\n${plan}`).not.toContain('Seq Scan on locations');
  }
});

test.each(widths)('a rare word in %s is found by its ids', async (_name, scope) => {
  const plan = await planOf(scope, '$search=c4ca4238a0b9&$top=10');
  expect(plan).toContain('Function Scan on search_locations');
  expect(plan).not.toContain('Seq Scan on locations');
});
