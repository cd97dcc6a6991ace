import { absenceOperandId } from '@cfs/contracts/rule-left-operands';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { sql } from 'kysely';
import { recordSet } from '../../../platform/database/record-set.ts';
import { tickMilliseconds } from '../history/absence-ticks.ts';
import { recheckMilliseconds } from './recheck-milliseconds.ts';
import type { FindSuppressions } from './suppression.ts';

/** Most blocks above a block that are read. */
const depthLimit = 20;

/** Shortest interval in milliseconds until the next check. */
const shortestPauseMilliseconds = 1_000;

/**
 * Milliseconds for which a match of a parent suppresses after it has expired, unless its subject has returned. While
 * the subject stays down, its next hit opens the next match at most one tick of its absence later; the rest allows for
 * the detection of the tick.
 */
const rolloverMilliseconds = tickMilliseconds + 5_000;

interface Down {
  readonly ordinal: number;
  readonly label: string;
  readonly expires: Date;
  readonly ended: Date | null;
}

/**
 * When to check again whether the match still suppresses; backs off while it is open past its expiry, as for a spool.
 */
const nextLook = ({ expires, ended }: Down, now: number): number => {
  const end = ended === null ? expires.getTime() : ended.getTime() + rolloverMilliseconds;
  return now + Math.min(recheckMilliseconds, Math.max(Math.abs(end - now), shortestPauseMilliseconds));
};

/**
 * Finds parents that are down. While a match of the same rule, or of a rule about absence, is open on a block above the
 * subject, the subject's actions are suppressed. They remain suppressed between such a match and the next one of a
 * parent that stays down. A parent that has sent a packet since the last hit has returned.
 */
export const findParentsDown: FindSuppressions = async (db, subjects, now) => {
  const rolledOver = new Date(now.getTime() - rolloverMilliseconds);
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
    select distinct on (above.ordinal) above.ordinal, match.label, match.expires, match.ended from above
    join rule_matches match on match.tenant_id = above."tenantId" and match.subject_id = above.parent_entity_id
    where (match.ended is null or (
        match.end_reason = ${matchEndReasons.Expired} and match.ended > ${rolledOver} and not exists (
          select from packets_latest latest
          where latest.tenant_id = match.tenant_id and latest.entity_id = match.subject_id
            and latest."timestamp" > match.last_match)))
      and (match.rule_id = above."ruleId" or exists (
        select from rules rule where rule.rule_id = match.rule_id and rule.conditions @> ${absence}::jsonb))
    order by above.ordinal, match.ended desc nulls first, match.expires desc`);
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]));
  return subjects.map((_, ordinal) => {
    const down = byOrdinal.get(ordinal);
    if (!down) return undefined;
    return {
      reason: `Depends on an entity that is down: ${down.label}`,
      until: new Date(nextLook(down, now.getTime())),
    };
  });
};
