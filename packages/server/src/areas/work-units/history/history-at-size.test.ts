import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPlanDatabase,
  planSize,
  tenantsOf,
  type PlanDatabase,
  type Width,
} from '../../../conformance/plan-database.ts';
import { planFaults } from '../../../conformance/plan-faults.ts';
import { kyselyOf } from '../../../platform/database/scoped-database.ts';
import { filledTenant } from '../../../testing/fill-table.ts';
import { historyStatement, type HistoryRange } from './work-unit-history.ts';

const width: Width = ['the largest tenant', tenantsOf(1, 1)];
const key = { tenantId: filledTenant(1), workUnitId: 1 };
let plans: PlanDatabase;

beforeAll(async () => {
  plans = await createPlanDatabase([width]);
  await plans.database.asOwner(
    'alter table cfs.work_unit_history drop constraint work_unit_history_tenant_id_work_unit_id_fkey',
  );
  // Five units with as many records each, of which one in a thousand is a note.
  await plans.database.asOwner(
    `insert into cfs.work_unit_history (tenant_id, work_unit_id, history_type, detail, is_external_note, created, created_by)
     select $1, 1 + n % 5, case when n / 5 % 1000 = 0 then null else 2 end, 'Detail ' || n, n / 5 % 2000 = 0, now(), 'test'
     from generate_series(1, ${planSize.rows}) n`,
    [key.tenantId],
  );
  await plans.database.asOwner('vacuum analyze cfs.work_unit_history');
}, 600_000);
afterAll(() => plans.drop());

const stream = 'work_unit_history_stream';
const notes = 'work_unit_history_notes';

test.each<readonly [what: string, merged: readonly number[], range: HistoryRange, indexes: readonly string[]]>([
  ['the newest page', [], {}, [stream]],
  ['a page of newer entries', [], { after: planSize.rows / 2 }, [stream]],
  ['an older page', [], { before: planSize.rows / 2 }, [stream]],
  ['a page of external notes', [], { externalOnly: true }, [notes]],
  ['an older page of external notes', [], { externalOnly: true, before: planSize.rows / 2 }, [notes]],
  ['a page with the notes of merged units', [2, 3], {}, [stream, notes]],
  ['an older page with the notes of merged units', [2, 3], { before: planSize.rows / 2 }, [stream, notes]],
])('%s of a long history is read by the indexes', async (_, merged, range, indexes) => {
  const [plan] = await plans.explain(width, (connection) => {
    const { sql, parameters } = historyStatement(key, merged, range).compile(kyselyOf(connection));
    return [{ text: sql, values: parameters }];
  });
  if (!plan) throw new Error('There is no plan.');
  const text = JSON.stringify(plan, undefined, 1);
  expect(planFaults(plan, 'work_unit_history'), text).toEqual([]);
  const used = [...text.matchAll(/"Index Name": "(.+)"/g)].map(([, name]) => name);
  expect(used.toSorted(), text).toEqual([...indexes].toSorted());
});
