import { ruleTypes } from '@cfs/contracts/rule-types';
import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { sharedInTurn } from '../../../platform/database/gathered.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Work } from '../../../platform/durable-work/work-order.ts';
import type { WorkUnitFacts } from '../evaluation/rule-subject.ts';

/** Handler of the evaluation of a work unit by WorkUnit rules. */
export const unitEvaluationHandler = 'rule-work-unit';

/** What rules look at in a work unit, and what led to it. */
export interface RuledUnit {
  /** The rule that made the unit; null for a unit that no rule made. */
  readonly createdByRuleId: string | null;
  /** How many matches led to the unit. */
  readonly depth: number;
  readonly facts: WorkUnitFacts;
}

/** A work unit as a change left it. */
export interface ChangedUnit extends RuledUnit {
  readonly tenantId: string;
  readonly internalWorkUnitId: string;
}

/** Input of the step: the unit and the time of the change, ISO 8601. */
export interface UnitEvaluation extends Omit<ChangedUnit, 'tenantId'> {
  readonly moment: string;
}

/** Whether an enabled WorkUnit rule runs in the tenant: answered by a partial index, once for the changes of one turn. */
export const hasWorkUnitRules = sharedInTurn(String, async (db: ScopedDatabase, tenantId: string): Promise<boolean> => {
  const rule = await db
    .selectFrom('rules')
    .select('rule_id')
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where('rule_type_id', '=', sql.lit(ruleTypes.WorkUnit))
    .where('enabled', '=', sql.lit(true))
    .where('is_deleted', '=', sql.lit(false))
    .limit(1)
    .executeTakeFirst();
  return rule !== undefined;
});

/** Queues the evaluation of a changed unit in the transaction of the change. Those of one unit run in their order. */
export const queueUnitEvaluation = (
  work: Work,
  db: ScopedDatabase,
  context: Context,
  { tenantId, ...unit }: ChangedUnit,
): Promise<void> => {
  const input = { ...unit, moment: context.clock.now().toISOString() } satisfies UnitEvaluation;
  return work.record(db, context, {
    tenantId,
    subject: { kind: 'work-unit-rules', id: unit.internalWorkUnitId },
    kind: 'WorkUnitChanged',
    payload: { workUnitId: unit.facts.workUnitId },
    steps: [{ action: 'evaluate', sequence: 0, handler: unitEvaluationHandler, input }],
  });
};
