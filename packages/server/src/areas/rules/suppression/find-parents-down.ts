import { absenceOperandId } from '@cfs/contracts/rule-left-operands';
import { sql } from 'kysely';
import { recordSet } from '../../../platform/database/record-set.ts';
import type { FindSuppressions } from './suppression.ts';

/** Blocks above a block that are looked at. */
const depthLimit = 20;

/** Milliseconds after which a match below is looked at again at the latest: a match above may end by hand. */
const lookAgainMilliseconds = 60_000;

interface Down {
  readonly ordinal: number;
  readonly label: string;
  readonly expires: Date;
}

/**
 * Parents that are down: while a match of the same rule, or of a rule about absence, is open on a block above the subject,
 * the subject's actions are suppressed.
 */
export const findParentsDown: FindSuppressions = async (db, subjects, now) => {
  const absence = JSON.stringify([{ LeftOperand: absenceOperandId }]);
  const rows = await db.guarded(sql<Down>`
    with recursive above as (
      select subject.ordinal, subject."tenantId", subject."ruleId", block.parent_entity_id, 1 as depth
      from ${recordSet(
        'subject',
        { tenantId: 'uuid', ruleId: 'uuid', subjectId: 'uuid' },
        subjects.map(({ tenantId, ruleId, subjectId }) => ({ tenantId, ruleId, subjectId })),
      )}
      join blocks block on block.tenant_id = subject."tenantId" and block.block_id = subject."subjectId"
      where block.parent_entity_id is not null
      union all
      select above.ordinal, above."tenantId", above."ruleId", block.parent_entity_id, above.depth + 1 from above
      join blocks block on block.tenant_id = above."tenantId" and block.block_id = above.parent_entity_id
      where block.parent_entity_id is not null and above.depth < ${depthLimit}
    )
    select distinct on (above.ordinal) above.ordinal, match.label, match.expires from above
    join rule_matches match on match.tenant_id = above."tenantId" and match.subject_id = above.parent_entity_id
    where match.ended is null and match.expires > ${now}
      and (match.rule_id = above."ruleId" or exists (
        select from rules rule where rule.rule_id = match.rule_id and rule.conditions @> ${absence}::jsonb))
    order by above.ordinal, match.expires desc`);
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]));
  return subjects.map((_, ordinal) => {
    const down = byOrdinal.get(ordinal);
    if (!down) return undefined;
    const until = Math.min(down.expires.getTime(), now.getTime() + lookAgainMilliseconds);
    return { reason: `Depends on what is down: ${down.label}`, until: new Date(until) };
  });
};
