import { sql } from 'kysely';
import { recordSet } from '../../../platform/database/record-set.ts';
import type { FindSuppressions } from './suppression.ts';

/** For each subject, the longest-lasting silence of the rule, of the subject or of both. */
export const findSilences: FindSuppressions = async (db, subjects, now) => {
  const rows = await db
    .selectFrom('silences as silence')
    .innerJoin(
      recordSet(
        'subject',
        { tenantId: 'uuid', ruleId: 'uuid', subjectId: 'uuid' },
        subjects.map(({ tenantId, ruleId, subjectId }) => ({ tenantId, ruleId, subjectId })),
      ),
      (join) => join.onRef('subject.tenantId', '=', 'silence.tenant_id'),
    )
    .distinctOn('subject.ordinal')
    .select(['subject.ordinal', 'silence.until', 'silence.reason', 'silence.created_by'])
    .where('silence.ended', 'is', null)
    .where('silence.until', '>', now)
    .where(sql<boolean>`(silence.rule_id is null or silence.rule_id = subject."ruleId")`)
    .where(sql<boolean>`(silence.entity_id is null or silence.entity_id = subject."subjectId")`)
    .orderBy('subject.ordinal')
    .orderBy('silence.until', 'desc')
    .execute();
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]));
  return subjects.map((_, ordinal) => {
    const row = byOrdinal.get(ordinal);
    return row && { reason: `Silenced by ${row.created_by}: ${row.reason}`, until: row.until };
  });
};
