import { calendarLimit, calendarQuerySchema } from '@cfs/contracts/change-calendar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFaults, type PlanNode } from '../../conformance/plan-faults.ts';
import { systemContext, type Scope } from '../../platform/context.ts';
import { createConnectionPool, type ConnectionPool } from '../../platform/database/connection-pool.ts';
import { scopedDatabaseOf } from '../../platform/database/scoped-database.ts';
import { fillTable, filledTenant, fillTenants } from '../../testing/fill-table.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { TurnableClock } from '../../testing/turnable-clock.ts';
import { plannedChangesStatements } from '../work-units/read-planned-changes.ts';

const isDeep = process.env['CFS_TEST_DEEP'] === '1';
const size = isDeep ? { rows: 1_000_000, tenants: 500 } : { rows: 20_000, tenants: 100 };

const clock = new TurnableClock();
let database: TestDatabase;
let planner: ConnectionPool;

const tenants = (count: number, first = 1): Scope => ({
  kind: 'tenants',
  tenantIds: Array.from({ length: count }, (_, index) => filledTenant(first + index)),
});
const widths: readonly (readonly [string, Scope])[] = [
  ['the largest tenant', tenants(1)],
  ['a small tenant', tenants(1, size.tenants)],
  ['thirty tenants', tenants(30)],
  ['all tenants', { kind: 'all' }],
];

beforeAll(async () => {
  database = await createTestDatabase();
  await fillTenants(database, size.tenants, clock.now());
  for (const [name, scope] of widths)
    await database.asOwner(`select gate.define_scope($1, $2, $3, $4)`, [
      name,
      scope.kind === 'all',
      scope.kind === 'all' ? [] : scope.tenantIds,
      clock.now(),
    ]);
  await fillTable(database, 'work_units', size);
  // A fifth of all units are changes of some hours; of these, one in fifty lasts for weeks.
  await database.asOwner(
    `update cfs.work_units set work_unit_type_id = 2, state = 1 + work_unit_id % 8,
       planned_finish_time = planned_start_time + case when work_unit_id % 250 = 0 then interval '40 days' else interval '3 hours' end
     where work_unit_id % 5 = 0`,
  );
  await database.asOwner(`vacuum analyze cfs.work_units`);
  planner = createConnectionPool({
    connection: database.connections.app,
    name: 'plans',
    size: 1,
    statementTimeout: 0,
    acquireTimeout: 30_000,
    onIdleError: () => undefined,
  });
}, 600_000);
afterAll(async () => {
  await planner.close();
  await database.drop();
});

/** How the last month of all that is planned is found, behind most of it. */
const plansOf = (width: string, scope: Scope): Promise<readonly PlanNode[]> =>
  planner.use(undefined, async (connection) => {
    const context = { ...systemContext({ name: 'plans', clock, tenantId: filledTenant(1) }), scopeOf: () => scope };
    const last = Date.parse('2026-01-01T00:00:00Z') + size.rows * 60_000;
    const query = calendarQuerySchema.parse({
      from: new Date(last - 35 * 86_400_000).toISOString(),
      to: new Date(last).toISOString(),
    });
    const db = scopedDatabaseOf(connection, width);
    await connection.query(`select set_config('cfs.scope', $1, false)`, [width]);
    const plans: PlanNode[] = [];
    for (const statement of plannedChangesStatements(db, context, query, calendarLimit + 1)) {
      const { sql, parameters } = statement.compile();
      const explained = await connection.query(`explain (format json) ${sql}`, parameters);
      const [row] = explained.rows as { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
      if (row) plans.push(row['QUERY PLAN'][0].Plan);
    }
    return plans;
  });

test.each(widths)('plans of %s are found by their indexes', async (width, scope) => {
  for (const plan of await plansOf(width, scope)) {
    const text = JSON.stringify(plan, undefined, 1);
    expect(planFaults(plan, 'work_units'), text).toEqual([]);
    expect(text).toMatch(/"Index Name": "work_units_(planned|planned_all|long_plans)"/);
  }
});
