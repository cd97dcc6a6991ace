import type { Context } from '../../../platform/context.ts';
import type { Gate } from '../../../platform/database/gate.ts';

/** The internal id of the work unit that a match made or was noted in; null when there is none. */
export const readCorrelation = async (
  gate: Gate,
  context: Context,
  tenantId: string,
  match: { readonly ruleId: string; readonly subjectId: string; readonly ruleMatchId: string },
): Promise<string | null> => {
  const unit = await gate.read(context, 'Rules:view', (db) =>
    db
      .selectFrom('rule_work_units')
      .select('internal_work_unit_id')
      .where('tenant_id', '=', tenantId)
      .where('rule_id', '=', match.ruleId)
      .where('subject_id', '=', match.subjectId)
      .where('rule_match_id', '=', match.ruleMatchId)
      .executeTakeFirst(),
  );
  return unit?.internal_work_unit_id ?? null;
};
