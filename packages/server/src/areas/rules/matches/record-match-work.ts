import type { RuleAction } from '@cfs/contracts/rules';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Work } from '../../../platform/durable-work/work-order.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import { queueActions } from '../../actions/queue-actions.ts';
import { findSuppressions } from '../suppression/find-suppressions.ts';
import { findWithheld, storeWithheld, withheld } from '../suppression/withheld.ts';

/** Subjects of the work of matches: one for each rule and entity, so that its actions keep their order. */
export const matchSubjectKind = 'rule-match';

/** Ids of a rule's subjects begin so. */
export const matchSubjectPrefix = (ruleId: string): string => `${ruleId}/`;

/** Handler of the actions of matches, and kind of the timers of their expiry. */
export const matchActionHandler = 'rule-match-action';
export const matchExpiryTimer = 'rule-match-expiry';

/** Kind of the timers that look whether the actions of a match are still suppressed. */
export const matchReleaseTimer = 'rule-match-release';

/** What the steps of a match's actions are told besides the action. */
export interface MatchOccasion {
  readonly ruleMatchId: string;
  readonly ruleId: string;
  readonly subjectId: string;
  /** When the match began or ended by the time of its packets, ISO 8601: the colours of an entity follow it. */
  readonly moment: string;
}

export interface MatchChange extends MatchOccasion {
  readonly tenantId: string;
  readonly kind: 'RuleMatchBegan' | 'RuleMatchEnded';
  readonly actions: readonly RuleAction[];
}

const insideText = 'The match began and ended while its actions were suppressed.';

/**
 * Records that matches began or ended, and queues their actions, in the transaction that changes the matches.
 *
 * Actions that are suppressed are recorded so. When the suppression ends, a match that is still open runs its match
 * actions once, one that began and ended inside runs none, and the expiration actions of any other run
 * (`releaseMatch`).
 */
export const recordMatchWork = async (
  work: Work,
  db: ScopedDatabase,
  context: Context,
  changes: readonly MatchChange[],
): Promise<void> => {
  const ended = changes.filter(({ kind }) => kind === 'RuleMatchEnded');
  const [suppressions, neverNotified] = await settleAll([
    findSuppressions(db, changes, context.clock.now()),
    findWithheld(db, ended),
  ]);
  const planned = changes.map((change, index) => {
    const suppression = suppressions[index];
    const isEnd = change.kind === 'RuleMatchEnded';
    if (isEnd && neverNotified.has(change.ruleMatchId))
      return { change, suppressed: insideText, state: withheld.Nothing, until: undefined, isMaintenance: undefined };
    if (!suppression)
      return { change, suppressed: undefined, state: undefined, until: undefined, isMaintenance: undefined };
    const state = isEnd ? withheld.ExpirationActions : withheld.MatchActions;
    return {
      change,
      suppressed: suppression.reason,
      state,
      until: suppression.until,
      isMaintenance: suppression.isMaintenance,
    };
  });
  await storeWithheld(
    db,
    planned.flatMap(({ change: { tenantId, ruleMatchId }, state, isMaintenance }) =>
      state === undefined ? [] : [{ tenantId, ruleMatchId, state, isMaintenance: isMaintenance === true }],
    ),
  );
  await queueActions(
    work,
    db,
    context,
    planned.map(({ change: { tenantId, kind, actions, ruleMatchId, ruleId, subjectId, moment }, suppressed }) => ({
      tenantId,
      kind,
      actions,
      suppressed,
      subject: { kind: matchSubjectKind, id: `${matchSubjectPrefix(ruleId)}${subjectId}` },
      handler: matchActionHandler,
      payload: { ruleMatchId, ruleId, subjectId, moment } satisfies MatchOccasion,
      referenceId: ruleMatchId,
      correlationId: null,
    })),
  );
  const timers = planned.flatMap(({ change: { tenantId, ruleMatchId }, until }) =>
    until === undefined ? [] : [{ tenantId, kind: matchReleaseTimer, key: ruleMatchId, due: until }],
  );
  if (timers.length > 0) await work.schedule(db, timers);
};
