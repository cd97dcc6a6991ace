import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Work } from '../../../platform/durable-work/work-order.ts';
import { matchReleaseTimer } from '../matches/record-match-work.ts';
import { withheld } from '../suppression/withheld.ts';

interface SilencedScope {
  readonly tenantId: string;
  readonly ruleId: string | null;
  readonly entityId: string | null;
}

/**
 * Schedules an immediate check of the matches whose actions a silence may have suppressed, because it ends earlier than
 * planned.
 */
export const releaseSilenced = async (
  work: Work,
  db: ScopedDatabase,
  { tenantId, ruleId, entityId }: SilencedScope,
  now: Date,
): Promise<void> => {
  const matches = await db
    .selectFrom('rule_matches')
    .select('rule_match_id')
    .where('tenant_id', '=', tenantId)
    .where('withheld', '>', withheld.Nothing)
    .$if(ruleId !== null, (query) => query.where('rule_id', '=', ruleId ?? ''))
    .$if(entityId !== null, (query) => query.where('subject_id', '=', entityId ?? ''))
    .execute();
  if (matches.length === 0) return;
  await work.schedule(
    db,
    matches.map((match) => ({ tenantId, kind: matchReleaseTimer, key: match.rule_match_id, due: now })),
  );
};
