import type { RuleAction } from '@cfs/contracts/rules';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Work } from '../../../platform/durable-work/work-order.ts';
import { queueActions } from '../../actions/queue-actions.ts';

/** Subjects of the work of matches: one for each rule and entity, so that its actions keep their order. */
export const matchSubjectKind = 'rule-match';

/** Ids of a rule's subjects begin so. */
export const matchSubjectPrefix = (ruleId: string): string => `${ruleId}/`;

/** Handler of the actions of matches, and kind of the timers of their expiry. */
export const matchActionHandler = 'rule-match-action';
export const matchExpiryTimer = 'rule-match-expiry';

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

/** Records that matches began or ended, and queues their actions, in the transaction that changes the matches. */
export const recordMatchWork = (
  work: Work,
  db: ScopedDatabase,
  context: Context,
  changes: readonly MatchChange[],
): Promise<void> =>
  queueActions(
    work,
    db,
    context,
    changes.map(({ tenantId, kind, actions, ruleMatchId, ruleId, subjectId, moment }) => ({
      tenantId,
      kind,
      actions,
      subject: { kind: matchSubjectKind, id: `${matchSubjectPrefix(ruleId)}${subjectId}` },
      handler: matchActionHandler,
      payload: { ruleMatchId, ruleId, subjectId, moment } satisfies MatchOccasion,
      referenceId: ruleMatchId,
      correlationId: null,
    })),
  );
