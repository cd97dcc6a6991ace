import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Whether the tenant has the subscription, within the caller's transaction. */
export const isSubscriptionOf = async (
  db: ScopedDatabase,
  tenantId: string,
  subscriptionId: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('subscriptions')
    .select('subscription_id')
    .where('tenant_id', '=', tenantId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row !== undefined;
};
