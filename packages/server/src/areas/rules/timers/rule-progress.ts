import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** The progress of the timer of a rule. */
export interface RuleProgress {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly reached: Date;
}

/**
 * The time up to which the timer of the rule has evaluated; `undefined` if it has not begun. The timer's row is locked.
 */
export const readProgress = async (
  db: ScopedDatabase,
  { tenantId, ruleId }: Omit<RuleProgress, 'reached'>,
): Promise<Date | undefined> => {
  const row = await db
    .selectFrom('rule_progress')
    .select('reached')
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();
  return row?.reached;
};

/** When the timer of a rule last fired, and how late it was; `undefined` for a rule without a timer. */
export const readLateness = async (db: ScopedDatabase, { tenantId, ruleId }: Omit<RuleProgress, 'reached'>) =>
  db
    .selectFrom('rule_progress')
    .select(['fired', 'late_milliseconds as lateMilliseconds'])
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();

/** Stores the progress of the timer and how late it was. */
export const storeProgress = async (
  db: ScopedDatabase,
  { tenantId, ruleId, reached }: RuleProgress,
  now: Date,
  lateMilliseconds: number,
): Promise<void> => {
  const columns = { reached, fired: now, late_milliseconds: Math.max(0, Math.round(lateMilliseconds)) };
  await db
    .insertInto('rule_progress')
    .values({ tenant_id: tenantId, rule_id: ruleId, ...columns })
    .onConflict((known) => known.columns(['tenant_id', 'rule_id']).doUpdateSet(columns))
    .execute();
};

/** Deletes the progress of the timer, so that a rule that runs again starts at the present. */
export const deleteProgress = async (
  db: ScopedDatabase,
  { tenantId, ruleId }: Omit<RuleProgress, 'reached'>,
): Promise<void> => {
  await db.deleteFrom('rule_progress').where('tenant_id', '=', tenantId).where('rule_id', '=', ruleId).execute();
};
