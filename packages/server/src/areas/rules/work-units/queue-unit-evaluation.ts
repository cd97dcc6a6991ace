import { ruleTypes } from '@cfs/contracts/rule-types';
import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { deduplicated } from '../../../platform/database/batched-calls.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Work } from '../../../platform/durable-work/work-order.ts';
import type { WorkUnitFacts } from '../evaluation/rule-subject.ts';

/** Handler of the evaluation of a work unit by WorkUnit rules. */
export const unitEvaluationHandler = 'rule-work-unit';

/** The data of a work unit that rules evaluate, and the rules that led to it. */
export interface RuledUnit {
  /** The rule that created the unit; null if no rule created it. */
  readonly createdByRuleId: string | null;
  /** Number of matches that led to the unit. */
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

/**
 * Whether an enabled WorkUnit rule runs in the tenant. Uses a partial index, and runs once for all changes of one turn.
 */
export const hasWorkUnitRules = deduplicated(String, async (db: ScopedDatabase, tenantId: string): Promise<boolean> => {
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

/** Queues the evaluation of a changed unit in the transaction of the change. Evaluations of one unit run in order. */
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
