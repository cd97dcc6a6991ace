import type { Insertable, Updateable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { SubscriptionTable } from './subscription-entity.ts';

/** The subscription, if the caller may edit it; locked until the transaction ends. */
export const lockSubscription = (
  db: ScopedDatabase,
  context: Context,
  subscriptionId: string,
): Promise<SubscriptionTable | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where(inScope(context, 'Subscriptions:edit', 'subscriptions.tenant_id'))
    .forUpdate()
    .executeTakeFirst();

export const insertSubscription = (
  db: ScopedDatabase,
  row: Insertable<SubscriptionTable>,
): Promise<SubscriptionTable> => db.insertInto('subscriptions').values(row).returningAll().executeTakeFirstOrThrow();

export const updateSubscription = (
  db: ScopedDatabase,
  { tenant_id, subscription_id }: SubscriptionTable,
  change: Updateable<SubscriptionTable>,
): Promise<SubscriptionTable> =>
  db
    .updateTable('subscriptions')
    .set(change)
    .where('tenant_id', '=', tenant_id)
    .where('subscription_id', '=', subscription_id)
    .returningAll()
    .executeTakeFirstOrThrow();
