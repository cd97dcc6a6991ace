import { calendarQuerySchema } from '@cfs/contracts/change-calendar';
import { calendarLimit } from '@cfs/contracts/sizes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPlanDatabase,
  planSize,
  tenantsOf,
  type PlanDatabase,
  type Width,
} from '../../conformance/plan-database.ts';
import { planFaults } from '../../conformance/plan-faults.ts';
import { scopedDatabaseOf } from '../../platform/database/scoped-database.ts';
import { fillTable } from '../../testing/fill-table.ts';
import { changesBesideStatements, plannedChangesStatements } from '../work-units/read-planned-changes.ts';

const widths: readonly Width[] = [
  ['the largest tenant', tenantsOf(1, 1)],
  ['a small tenant', tenantsOf(planSize.tenants, 1)],
  ['thirty tenants', tenantsOf(1, 30)],
  ['all tenants', { kind: 'all' }],
];
let plans: PlanDatabase;

beforeAll(async () => {
  plans = await createPlanDatabase(widths);
  await fillTable(plans.database, 'work_units', planSize);
  // A fifth of all units are changes of three hours, of which one in fifty lasts 40 days instead.
  await plans.database.asOwner(
    `update cfs.work_units set work_unit_type_id = 2, state = 1 + work_unit_id % 8,
       planned_finish_time = planned_start_time + case when work_unit_id % 250 = 0 then interval '40 days' else interval '3 hours' end
     where work_unit_id % 5 = 0`,
  );
  await plans.database.asOwner(`vacuum analyze cfs.work_units`);
}, 600_000);
afterAll(() => plans.drop());

/** The last 35 days of the planned times, after most of them. */
const lastMonth = () => {
  const last = Date.parse('2026-01-01T00:00:00Z') + planSize.rows * 60_000;
  return calendarQuerySchema.parse({
    from: new Date(last - 35 * 86_400_000).toISOString(),
    to: new Date(last).toISOString(),
  });
};

test.each(widths)('planned changes of %s are found by an index', async (width, scope) => {
  const query = lastMonth();
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  const week = 7 * 86_400_000;
  const extent = { earliest: new Date(from - week), latest: new Date(to + week) };
  const found = await plans.explain([width, scope], (connection) => {
    const asked = [scopedDatabaseOf(connection, width), plans.contextOf(scope), query] as const;
    return [
      ...plannedChangesStatements(...asked, calendarLimit + 1),
      ...changesBesideStatements(...asked, extent, calendarLimit),
    ].map((statement) => {
      const { sql, parameters } = statement.compile();
      return { text: sql, values: parameters };
    });
  });
  expect(found).toHaveLength(5);
  for (const plan of found) {
    const text = JSON.stringify(plan, undefined, 1);
    expect(planFaults(plan, 'work_units'), text).toEqual([]);
    expect(text).toMatch(/"Index Name": "work_units_(planned|planned_all|long_plans)"/);
  }
});
