import type { Subscription, SubscriptionUpdate } from '@cfs/contracts/subscriptions';
import type { Selectable } from 'kysely';
import type { SubscriptionTable } from './subscription-table.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;

/** A row in its wire form. */
export const toSubscription = (row: SubscriptionRow): Subscription => ({
  subscriptionId: row.subscription_id,
  tenantId: row.tenant_id,
  name: row.name,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
});

/** The columns that a body names; what it leaves out stays as it is. */
export const toColumns = (body: SubscriptionUpdate) => ({ ...(body.name !== undefined && { name: body.name }) });
