import type { Services } from '../../../platform/services.ts';
import type { TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import { colorsBoth, findEndsWithin } from '../matches/find-ends-within.ts';
import { readMatchActions } from '../matches/read-match-actions.ts';
import { recordMatchWork } from '../matches/record-match-work.ts';
import { findSuppressions, findSuppressionsInPast } from './find-suppressions.ts';
import { hasReturned } from './has-returned.ts';
import { recheckMilliseconds } from './recheck-milliseconds.ts';
import { storeWithheld, withheld } from './withheld.ts';

/**
 * Checks whether the actions of a match are still suppressed, and queues them if not: its match actions while it is
 * open, or its expiration actions if its begin was notified. A match of a disabled or deleted rule runs none. The
 * actions of a match about an absence that is over stay suppressed until the match ends, unless its subject falls
 * silent again.
 */
export const releaseMatch: TimerHandler<Pick<Services, 'work'>> = async (db, { context }, timer, { work }) => {
  const { tenantId, key: ruleMatchId } = timer;
  const match = await db
    .selectFrom('rule_matches')
    .select(['rule_id', 'subject_id', 'withheld', 'ended', 'first_match', 'last_match', 'expires', 'depth'])
    .where('tenant_id', '=', tenantId)
    .where('rule_match_id', '=', ruleMatchId)
    .where('withheld', '>', withheld.Nothing)
    .forUpdate()
    .executeTakeFirst();
  if (!match) return undefined;
  const { rule_id: ruleId, subject_id: subjectId } = match;
  const subject = { tenantId, ruleId, subjectId };
  const now = context.clock.now();
  const [suppression] = await findSuppressions(db, [subject], now);
  if (suppression) return suppression.until;
  // For a late worker the suppression lasts until its planned end, so that an earlier expiry is processed first.
  const [past] = await findSuppressionsInPast(db, [subject], timer.due);
  if (past) return past.until;
  const isEnd = match.withheld === withheld.ExpirationActions;
  if (!isEnd && match.ended === null && (await hasReturned(db, subject, match.last_match)))
    return new Date(now.getTime() + Math.max(recheckMilliseconds, now.getTime() - match.last_match.getTime()));
  await storeWithheld(db, [{ tenantId, ruleMatchId, state: withheld.Nothing }]);
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
