import type { RuleAction } from '@cfs/contracts/rules';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Origin } from '../../../platform/tracing/tracing.ts';
import type { TimerOrder, Work } from '../../../platform/durable-work/work-order.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import { queueActions, type ActionOccasion } from '../../actions/queue-actions.ts';
import { isCounted, openBudgets } from '../storms/action-budgets.ts';
import { enterGroups, leaveGroups, storeMailedBy, type EnteredGroup, type LeftGroup } from '../storms/enter-groups.ts';
import {
  counts,
  groupLasts,
  planMails,
  sharedEndMail,
  sendsMail,
  sharedMail,
  withinAllowance,
  type PlannedAction,
} from '../storms/plan-actions.ts';
import type { StormControl } from '../storms/storm-control.ts';
import { findSuppressions } from '../suppression/find-suppressions.ts';
import { recheckMilliseconds } from '../suppression/recheck-milliseconds.ts';
import { findWithheld, storeWithheld, withheld } from '../suppression/withheld.ts';

/**
 * Kind of the subjects of the work of matches: one subject for each rule and entity, so that its actions keep their
 * order.
 */
export const matchSubjectKind = 'rule-match';

/** The prefix of the ids of a rule's subjects. */
export const matchSubjectPrefix = (ruleId: string): string => `${ruleId}/`;

/** Handler of the actions of matches, and kind of the timers of their expiry. */
export const matchActionHandler = 'rule-match-action';
export const matchExpiryTimer = 'rule-match-expiry';

/** Kind of the timers that check whether the actions of a match are still suppressed. */
export const matchReleaseTimer = 'rule-match-release';

/** The input of the steps of a match's actions, in addition to the action. */
export interface MatchOccasion {
  readonly ruleMatchId: string;
  readonly ruleId: string;
  readonly subjectId: string;
  /**
   * When the match began or ended by the time of its packets, ISO 8601. It orders the colours of an entity. A begin is
   * not before the end of an earlier match of the same rule and subject that it outlives.
   */
  readonly moment: string;
  /** Number of matches that led to the match. */
  readonly depth: number;
  /** The subject of the match that began the group of this one: the matches of a group share its work unit. */
  readonly groupSubjectId?: string | undefined;
}

export interface MatchChange extends MatchOccasion {
  readonly tenantId: string;
  /** By the time of its packets only, ISO 8601. */
  readonly moment: string;
  /**
   * The end of an earlier match that is later than the moment of this begin: the colours of this begin take effect
   * after it.
   */
  readonly endBefore?: Date | undefined;
  readonly kind: 'RuleMatchBegan' | 'RuleMatchEnded';
  readonly actions: readonly RuleAction[];
  readonly storm: StormControl;
  /** The origin of the change, if it is not that of the context that records it. */
  readonly origin?: Origin | undefined;
}

const insideText = 'The match began and ended while its actions were suppressed.';

/** A change with the plan of its actions. */
interface PlannedChange {
  readonly change: MatchChange;
  readonly actions: readonly PlannedAction[];
  readonly group: EnteredGroup | LeftGroup | undefined;
}

/** The labels of the matches whose mails are sent for groups, by the ids of the matches that began the groups. */
type GroupMails = Map<string, string | null>;

/** Why a change of a match that is not suppressed sends no mail. */
const againstMail = (
  { ruleMatchId }: MatchChange,
  group: EnteredGroup | LeftGroup | undefined,
  groupMails: GroupMails,
): string | undefined => {
  if (!group) return undefined;
  if (!('endedBy' in group))
    return group.ruleMatchId === ruleMatchId ? undefined : sharedMail(groupMails.get(group.ruleMatchId) ?? null);
  if (group.endedBy === undefined) return groupLasts;
  return group.endedBy.ruleMatchId === ruleMatchId ? undefined : sharedEndMail(group.endedBy.label);
};

/** Adds the beginning matches to groups, and plans the actions of all changes within the limits of their rules. */
const planChanges = async (
  db: ScopedDatabase,
  changes: readonly MatchChange[],
  now: Date,
): Promise<{ readonly plans: readonly PlannedChange[]; readonly digests: readonly TimerOrder[] }> => {
  const beginning = changes.filter(({ kind }) => kind === 'RuleMatchBegan');
  const ending = changes.filter(({ kind, storm }) => kind === 'RuleMatchEnded' && storm.groupBy !== null);
  const entered = await enterGroups(db, beginning, now);
  const left = await leaveGroups(db, ending);
  const groupOf = new Map<MatchChange, EnteredGroup | LeftGroup | undefined>([
    ...beginning.map((change, index) => [change, entered[index]] as const),
    ...ending.map((change, index) => [change, left[index]] as const),
  ]);
  const groups = new Map(entered.flatMap((group) => (group ? [[group.ruleMatchId, group] as const] : [])));
  const groupMails: GroupMails = new Map([...groups].map(([id, { mailedBy }]) => [id, mailedBy]));
  const limited = changes.filter(({ actions, storm }) => storm.actionLimitPerHour !== null && actions.some(isCounted));
  const budgets = await openBudgets(db, limited, now);
  const plans = changes.map((change): PlannedChange => {
    const { tenantId, ruleId, ruleMatchId, storm } = change;
    const group = groupOf.get(change);
    const against = againstMail(change, group, groupMails);
    const plan = planMails(change.actions, against);
    const limit = storm.actionLimitPerHour;
    const count = plan.filter(counts).length;
    const actions =
      limit === null || count === 0
        ? plan
        : withinAllowance(plan, limit, budgets.spend({ tenantId, ruleId, ruleMatchId, limit, count }));
    const sends = sendsMail(actions);
    if (group && 'ownLabel' in group && against === undefined && sends !== undefined)
      groupMails.set(group.ruleMatchId, sends ? group.ownLabel : null);
    return { change, actions, group };
  });
  const changed = [...groups.values()].flatMap((group) => {
    const mailedBy = groupMails.get(group.ruleMatchId) ?? null;
    return mailedBy === group.mailedBy ? [] : [{ ...group, mailedBy }];
  });
  await storeMailedBy(db, changed);
  return { plans, digests: await budgets.store() };
};

/** The occasions of a change: one for the actions that run, and one for each reason why others do not. */
const occasionsOf = ({ change, actions, group }: PlannedChange): ActionOccasion[] => {
  const { tenantId, kind, ruleMatchId, ruleId, subjectId, depth, origin, endBefore } = change;
  const moment = endBefore?.toISOString() ?? change.moment;
  const groupSubjectId = group && group.subjectId !== subjectId ? group.subjectId : undefined;
  const byReason = Map.groupBy(actions, ({ suppressed }) => suppressed);
  if (actions.length === 0) byReason.set(undefined, []);
  return [...byReason].map(([suppressed, planned]) => ({
    tenantId,
    kind,
    actions: planned.map(({ action }) => action),
    suppressed,
    // The actions of a group share a subject and keep their order, so that all find the same work unit.
    subject: { kind: matchSubjectKind, id: `${matchSubjectPrefix(ruleId)}${group?.subjectId ?? subjectId}` },
    handler: matchActionHandler,
    payload: { ruleMatchId, ruleId, subjectId, moment, depth, groupSubjectId } satisfies MatchOccasion,
    referenceId: ruleMatchId,
    correlationId: null,
    origin,
  }));
};

/**
 * Records that matches began or ended, and queues their actions, in the transaction that changes the matches.
 *
 * Suppressed actions are recorded as suppressed. When the suppression ends (`releaseMatch`), a match that is still open
 * runs its match actions once; a match that began and ended during it runs none; any other match runs its expiration
 * actions. Matches of a group share a mail. Actions beyond the limit of a rule are left to its digest.
 */
export const recordMatchWork = async (
  work: Work,
  db: ScopedDatabase,
  context: Context,
  changes: readonly MatchChange[],
): Promise<void> => {
  if (changes.length === 0) return;
  const now = context.clock.now();
  const ended = changes.filter(({ kind }) => kind === 'RuleMatchEnded');
  const [suppressions, neverNotified] = await settleAll([findSuppressions(db, changes, now), findWithheld(db, ended)]);
  const endsNow = new Set(ended.map(({ ruleMatchId }) => ruleMatchId));
  const withheldNow = new Map(
    changes.flatMap(({ kind, ruleMatchId }, index) => {
      const suppression = kind === 'RuleMatchBegan' ? suppressions[index] : undefined;
      return suppression ? [[ruleMatchId, suppression] as const] : [];
    }),
  );
  const withReasons = changes.map((change, index) => {
    const suppression = suppressions[index];
    const isEnd = change.kind === 'RuleMatchEnded';
    const begun = withheldNow.get(change.ruleMatchId);
    if (isEnd && (begun || neverNotified.has(change.ruleMatchId))) {
      const { isMaintenance } = begun ?? {};
      return { change, suppressed: insideText, state: withheld.Nothing, until: undefined, isMaintenance };
    }
    if (!suppression)
      return { change, suppressed: undefined, state: undefined, until: undefined, isMaintenance: undefined };
    // The state stored for the end replaces the state that its begin in the same call would store.
    if (!isEnd && endsNow.has(change.ruleMatchId))
      return { change, suppressed: suppression.reason, state: undefined, until: undefined, isMaintenance: undefined };
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
    withReasons.flatMap(({ change: { tenantId, ruleMatchId }, state, isMaintenance }) =>
      state === undefined ? [] : [{ tenantId, ruleMatchId, state, isMaintenance: isMaintenance === true }],
    ),
  );
  const { plans, digests } = await planChanges(
    db,
    withReasons.flatMap(({ change, suppressed }) => (suppressed === undefined ? [change] : [])),
    now,
  );
  const planned = new Map(plans.map((plan) => [plan.change, plan]));
  await queueActions(
    work,
    db,
    context,
    withReasons.flatMap(({ change, suppressed }) =>
      occasionsOf(
        planned.get(change) ?? {
          change,
          group: undefined,
          actions: change.actions.map((action) => ({ action, suppressed })),
        },
      ),
    ),
  );
  // A request that ends a silence while this transaction runs does not see its matches, so each is checked again soon.
  const soon = new Date(now.getTime() + recheckMilliseconds);
  const releases = withReasons.flatMap(({ change: { tenantId, ruleMatchId }, until }) =>
    until === undefined
      ? []
      : [{ tenantId, kind: matchReleaseTimer, key: ruleMatchId, due: until < soon ? until : soon }],
  );
  const timers = [...digests, ...releases];
  if (timers.length > 0) await work.schedule(db, timers);
};
