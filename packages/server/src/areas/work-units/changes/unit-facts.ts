import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { WorkUnitFacts } from '../../rules/evaluation/rule-subject.ts';
import type { RuledUnit } from '../../rules/work-units/queue-unit-evaluation.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';

/** The columns of a unit that rules evaluate. */
export type UnitRow = Pick<
  WorkUnitRow,
  | 'work_unit_id'
  | 'title'
  | 'severity'
  | 'state'
  | 'work_unit_type_id'
  | 'work_unit_category_id'
  | 'work_unit_subcategory_id'
  | 'assigned_to'
  | 'description'
>;

const textOrNull = (id: number | null): string | null => (id === null ? null : String(id));

/** Returns the facts of a unit that rules evaluate. */
export const factsOf = (row: UnitRow): WorkUnitFacts => ({
  workUnitId: row.work_unit_id,
  title: row.title,
  severity: row.severity,
  state: row.state,
  workUnitType: row.work_unit_type_id,
  category: textOrNull(row.work_unit_category_id),
  subcategory: textOrNull(row.work_unit_subcategory_id),
  assignedTo: row.assigned_to,
  description: row.description,
});

/** Reads the unit with an internal id, for evaluation by rules; `undefined` if there is none. */
export const readRuledUnit = async (
  db: ScopedDatabase,
  tenantId: string,
  internalWorkUnitId: string,
): Promise<RuledUnit | undefined> => {
  const row = await db
    .selectFrom('work_units')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('internal_work_unit_id', '=', internalWorkUnitId)
    .executeTakeFirst();
  return row && { createdByRuleId: row.created_by_rule_id, depth: row.rule_depth, facts: factsOf(row) };
};
