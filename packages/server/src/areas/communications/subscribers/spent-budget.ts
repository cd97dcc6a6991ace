import { deliveryKinds, deliveryStates } from '@cfs/contracts/communication-subscribers';
import { sql, type RawBuilder } from 'kysely';

/** The window of the budget of a subscriber. */
export const budgetMilliseconds = 86_400_000;

const { Update, Digest } = deliveryKinds;
const { Deferred, Digested } = deliveryStates;

/** The mails that a subscriber was sent within the window. */
export interface SpentBudget {
  /** Number of mails, as text: PostgreSQL counts with `bigint`. */
  readonly sent: string;
  /** When the first of them leaves the window; null without any. */
  readonly room: Date | null;
}

/** A query for the `SpentBudget` of one subscriber, for use within a statement that contains the scope guard. */
export const spentBudget = (
  tenantId: RawBuilder<unknown>,
  subscriberId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<SpentBudget> => sql`
  select count(*) as sent,
    min(delivery.created) + make_interval(secs => ${budgetMilliseconds / 1_000}::integer) as room
  from subscriber_deliveries delivery
  where delivery.tenant_id = ${tenantId} and delivery.subscriber_id = ${subscriberId}
    and delivery.created > ${new Date(now.getTime() - budgetMilliseconds)}::timestamptz
    and delivery.kind in (${Update}, ${Digest}) and delivery.state not in (${Deferred}, ${Digested})`;
