import type { ShippedViewKey } from '@cfs/contracts/shipped-views';
import { sql, type RawBuilder } from 'kysely';

/** Returns the conditions of a view on `unit` at a time, for the reader with the mail in lower case. */
type ViewCondition = (mail: string, now: Date) => readonly RawBuilder<boolean>[];

/** A unit counts as breaching from one hour before it is due. */
const breachingMilliseconds = 60 * 60_000;

const isOpen = sql<boolean>`unit.state <= 5`;

/**
 * The conditions of each shipped view. A view contains the rows of any of its conditions, which are mutually exclusive
 * and have one index each.
 */
export const shippedViewConditions: Readonly<Record<ShippedViewKey, ViewCondition>> = {
  'my-open': (mail) => [sql<boolean>`unit.assignee_mail = ${mail} and ${isOpen}`],
  unassigned: () => [sql<boolean>`unit.assignee_mail is null and ${isOpen}`],
  'my-approvals': (mail) => [
    sql<boolean>`unit.waits_for_approver1 = ${mail}`,
    sql<boolean>`unit.waits_for_approver2 = ${mail} and unit.waits_for_approver1 is distinct from ${mail}`,
  ],
  breaching: (_, now) => [
    sql<boolean>`unit.due_order < ${new Date(now.getTime() + breachingMilliseconds)} and ${isOpen}`,
  ],
};
