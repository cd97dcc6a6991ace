import { afterAll, beforeAll, expect, test } from 'vitest';
import { workUnitEntity } from '../areas/work-units/work-unit-entity.ts';
import { systemContext, type Scope } from '../platform/context.ts';
import { createConnectionPool, type ConnectionPool } from '../platform/database/connection-pool.ts';
import { parseListQuery } from '../platform/odata/query/list-query.ts';
import { listStatement } from '../platform/odata/statements/list-statement.ts';
import { filledTenant, fillTenants } from '../testing/fill-table.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { ManualClock } from '../testing/manual-clock.ts';

const rows = 24_000;
const clock = new ManualClock();
const scopes: readonly (readonly [string, Scope])[] = [
  ['all tenants', { kind: 'all' }],
  ['a few tenants', { kind: 'tenants', tenantIds: [1, 2, 3, 4, 5, 6, 7, 8, 9].map(filledTenant) }],
];
let database: TestDatabase;
let pool: ConnectionPool;

beforeAll(async () => {
  database = await createTestDatabase();
  await fillTenants(database, 10, clock.now());
  await database.asOwner(
    `insert into cfs.work_units (tenant_id, internal_work_unit_id, title, severity, state, work_unit_type_id, assigned_to,
       planned_outage, implementer, environment, source, created, created_by, modified, modified_by)
     select (lpad(to_hex(1 + n % 10), 8, '0') || '-0000-4000-8000-000000000000')::uuid, gen_random_uuid(), 'Unit', 1, 1,
       1 + n % 4, case when n % 3 > 0 then person end, nullif(n % 3, 2) = 1, case when n % 24 = 0 then person end,
       case when n % 24 = 0 then person else 'anna1' end, case when n % 24 = 0 then person else 'Ärna' end, $1, 't', $1, 't'
     from generate_series(1, ${rows}) n
       cross join lateral concat((array['anna', 'Änne', 'Zoë', 'person 9', 'person 10', 'ÅSE'])[1 + n / 5 % 6], n % 5) person`,
    [clock.now()],
  );
  await database.asOwner('analyze cfs.work_units');
  for (const [name, scope] of scopes)
    await database.asOwner(`select gate.define_scope($1, $2, $3, $4)`, [
      name,
      scope.kind === 'all',
      scope.kind === 'all' ? [] : scope.tenantIds,
      clock.now(),
    ]);
  pool = createConnectionPool({
    connection: database.connections.app,
    name: 'far pages',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

const page = (width: string, scope: Scope, query: string): Promise<number[]> =>
  pool.use(undefined, async (connection) => {
    const context = {
      ...systemContext({ name: 'far pages', clock, tenantId: filledTenant(1) }),
      scopeOf: () => scope,
    };
    const { statement } = listStatement({ declaration: workUnitEntity, context, query: parseListQuery(query) });
    await connection.query(`select set_config('cfs.scope', $1, false)`, [width]);
    const result = await connection.query(`select (${statement.text}) as text`, statement.values);
    const [{ text = '' } = {}] = result.rows as { text?: string }[];
    const { value } = JSON.parse(`{${text}}`) as { value: { workUnitId: number }[] };
    return value.map(({ workUnitId }) => workUnitId);
  });

const inMemory = async (scope: Scope, order: string, condition: string): Promise<number[]> => {
  const found = await database.asOwner<{ id: string | number }>(
    `select work_unit_id as id from cfs.work_units where ($1::uuid[] is null or tenant_id = any ($1)) and ${condition}
     order by ${order}`,
    [scope.kind === 'all' ? null : scope.tenantIds],
  );
  return found.map(({ id }) => Number(id));
};

test.each(scopes)('far pages in the order of a text match the complete order, %s', async (width, scope) => {
  const up = await inMemory(scope, 'assigned_to nulls first, work_unit_id', 'true');
  const down = await inMemory(scope, 'assigned_to desc nulls last, work_unit_id desc', 'state = 1');
  for (const skip of [20_000, 20_391, 21_333, up.length - 30, up.length + 5]) {
    const asked = `$select=workUnitId&$top=100&$skip=${skip}`;
    expect(await page(width, scope, `${asked}&$orderby=assignedTo`)).toEqual(up.slice(skip, skip + 100));
    expect(await page(width, scope, `${asked}&$orderby=assignedTo desc&$filter=stateId eq 'New'`)).toEqual(
      down.slice(skip, skip + 100),
    );
  }
});

test.each([
  ['null', 'implementer'],
  ['a value that sorts early', 'environment'],
  ['a value that sorts late', 'source'],
])('rows of one value stay in order, however many: %s', async (_, property) => {
  const [width, scope] = ['all tenants', { kind: 'all' }] as const;
  const up = await inMemory(scope, `${property} collate cfs.human nulls first, work_unit_id`, 'true');
  const down = await inMemory(scope, `${property} collate cfs.human desc nulls last, work_unit_id desc`, 'true');
  for (const skip of [20_000, 22_500, 22_700, 23_800]) {
    const asked = `$select=workUnitId&$top=1000&$skip=${skip}&$orderby=${property}`;
    expect(await page(width, scope, asked)).toEqual(up.slice(skip, skip + 1000));
    expect(await page(width, scope, `${asked} desc`)).toEqual(down.slice(skip, skip + 1000));
  }
});

test.each([
  ['workUnitTypeId', 'work_unit_type_id'],
  ['plannedOutage', 'planned_outage'],
])('numbers and booleans are paged like texts: %s', async (property, column) => {
  const [width, scope] = ['all tenants', { kind: 'all' }] as const;
  const up = await inMemory(scope, `${column} nulls first, work_unit_id`, 'true');
  const asked = `$select=workUnitId&$top=100&$skip=20000&$orderby=${property}`;
  expect(await page(width, scope, asked)).toEqual(up.slice(20_000, 20_100));
});
