import type { Services } from '../../../platform/services.ts';
import type { TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import { colorsBoth, findEndsWithin } from '../matches/find-ends-within.ts';
import { readMatchActions } from '../matches/read-match-actions.ts';
import { recordMatchWork } from '../matches/record-match-work.ts';
import { findSuppressions, findSuppressionsInPast } from './find-suppressions.ts';
import { storeWithheld, withheld } from './withheld.ts';

/**
 * Looks whether the actions of a match are still suppressed, and queues them once they are not: its match actions while
 * it is open, its expiration actions when it was notified before. A match of a rule that is disabled or gone runs none.
 */
export const releaseMatch: TimerHandler<Pick<Services, 'work'>> = async (db, { context }, timer, { work }) => {
  const { tenantId, key: ruleMatchId } = timer;
  const match = await db
    .selectFrom('rule_matches')
    .select(['rule_id', 'subject_id', 'withheld', 'ended', 'first_match', 'expires', 'depth'])
    .where('tenant_id', '=', tenantId)
    .where('rule_match_id', '=', ruleMatchId)
    .where('withheld', '>', withheld.Nothing)
    .forUpdate()
    .executeTakeFirst();
  if (!match) return undefined;
  const { rule_id: ruleId, subject_id: subjectId } = match;
  const subjects = [{ tenantId, ruleId, subjectId }];
  const [suppression] = await findSuppressions(db, subjects, context.clock.now());
  if (suppression) return suppression.until;
  // For a worker that is late the suppression goes on until its end, so that an expiry before that comes first.
  const [past] = await findSuppressionsInPast(db, subjects, timer.due);
  if (past) return past.until;
  await storeWithheld(db, [{ tenantId, ruleMatchId, state: withheld.Nothing }]);
  const isEnd = match.withheld === withheld.ExpirationActions;
  if (!isEnd && match.ended !== null) return undefined;
  const rule = await readMatchActions(db, tenantId, ruleId);
  if (!rule?.isEnabled) return undefined;
  const { first_match: firstMatch, expires } = match;
  const life = { tenantId, ruleId, subjectId, ruleMatchId, firstMatch, expires };
  const ends = await findEndsWithin(db, !isEnd && colorsBoth(rule) ? [life] : []);
  await recordMatchWork(work, db, context, [
    {
      tenantId,
      ruleId,
      subjectId,
      ruleMatchId,
      moment: (isEnd ? expires : firstMatch).toISOString(),
      endBefore: ends.get(ruleMatchId),
      kind: isEnd ? 'RuleMatchEnded' : 'RuleMatchBegan',
      depth: match.depth,
      actions: isEnd ? rule.expirationActions : rule.matchActions,
      storm: rule.storm,
    },
  ]);
  return undefined;
};
