import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { RuleAction } from '@cfs/contracts/rules';
import { inRunningOrder } from '../../actions/queue-actions.ts';
import { isCounted, type Allowance } from './action-budgets.ts';

/** An action of a match, and why it does not run; `undefined` if it does. */
export interface PlannedAction {
  readonly action: RuleAction;
  readonly suppressed: string | undefined;
}

/** Why a match of a group sends no mail; `undefined` while no other match has sent one. */
export const sharedMail = (mailedBy: string | null): string | undefined =>
  mailedBy === null ? undefined : `Only one mail is sent for the group: that of "${mailedBy}".`;

/** Why the end of a match sends no mail while other matches of its group are open. */
export const groupLasts = 'Other matches of its group are open.';

/** Why the end of a match sends no mail if the end of another match ended the group. */
export const sharedEndMail = (label: string): string =>
  `Only one mail is sent for the end of the group: that of "${label}".`;

const overLimit = (limit: number, { hourEnds }: Allowance): string =>
  `The rule has reached its limit of ${limit} actions per hour. A digest follows at ${hourEnds.toISOString()}.`;

const isMail = ({ ActionDefinitionId }: RuleAction): boolean => ActionDefinitionId === builtInActions.sendEmail;

/** Plans the actions in their running order; mails do not run if there is a reason against them. */
export const planMails = (actions: readonly RuleAction[], against: string | undefined): PlannedAction[] =>
  inRunningOrder(actions).map((action) => ({ action, suppressed: isMail(action) ? against : undefined }));

/** Whether a plan sends a mail; `undefined` if it contains none. */
export const sendsMail = (plan: readonly PlannedAction[]): boolean | undefined => {
  const mails = plan.filter(({ action }) => isMail(action));
  return mails.length === 0 ? undefined : mails.some(({ suppressed }) => suppressed === undefined);
};

/** Whether an action of a plan counts for the limit of its rule. */
export const counts = ({ action, suppressed }: PlannedAction): boolean => suppressed === undefined && isCounted(action);

/** Suppresses the actions of a plan that are beyond the limit. */
export const withinAllowance = (
  plan: readonly PlannedAction[],
  limit: number,
  allowance: Allowance,
): PlannedAction[] => {
  let left = allowance.running;
  return plan.map((each) => {
    if (!counts(each)) return each;
    left -= 1;
    return left >= 0 ? each : { ...each, suppressed: overLimit(limit, allowance) };
  });
};
