import { sql } from 'kysely';
import type { SubscriptionRecord } from '../../platform/access/access-snapshot.ts';
import type { SnapshotTable } from '../../platform/access/access-tables.ts';

/** The subscriptions of the access snapshot, sorted by name. */
export const subscriptionRecords: SnapshotTable<SubscriptionRecord> = {
  select: sql`select json_build_array(subscription_id, tenant_id, name) as item
    from cfs.subscriptions order by name, subscription_id`,
  toItem: ([subscriptionId, tenantId, name]: readonly [string, string, string]) => ({ subscriptionId, tenantId, name }),
};
