import type { ShippedViewKey } from '@cfs/contracts/shipped-views';
import { sql, type RawBuilder } from 'kysely';

/** The condition of a view over `unit` at a moment, for the reader whose mail is given in lower case. */
type ViewCondition = (mail: string, now: Date) => readonly RawBuilder<boolean>[];

/** A unit is breaching from an hour before it is due. */
const breachingMilliseconds = 60 * 60_000;

const isOpen = sql<boolean>`unit.state <= 5`;

/**
 * What each shipped view counts. The rows of a view are those of any of its conditions, which exclude each other and have
 * an index each.
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
