import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** How far the timer of a rule has got. */
export interface RuleProgress {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly reached: Date;
}

/** The time up to which the rule's timer has evaluated; `undefined` for one that has not begun. The timer's row is held. */
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

/** When the timer of a rule fired last, and by how much it was late; `undefined` for a rule without a timer. */
export const readLateness = async (db: ScopedDatabase, { tenantId, ruleId }: Omit<RuleProgress, 'reached'>) =>
  db
    .selectFrom('rule_progress')
    .select(['fired', 'late_milliseconds as lateMilliseconds'])
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();

/** Stores how far the timer has got and by how much it was late. */
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

/** Forgets how far the timer has got: a rule that runs again begins at the present. */
export const forgetProgress = async (
  db: ScopedDatabase,
  { tenantId, ruleId }: Omit<RuleProgress, 'reached'>,
): Promise<void> => {
  await db.deleteFrom('rule_progress').where('tenant_id', '=', tenantId).where('rule_id', '=', ruleId).execute();
};
