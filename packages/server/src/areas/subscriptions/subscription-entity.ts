import type { Subscription } from '@cfs/contracts/subscriptions';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { defineEntity } from '../../platform/odata/entity.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

/** Subscriptions of every tenant that the caller may see. */
export const subscriptionEntity = defineEntity({
  name: 'Subscription',
  description: 'A part of a tenant.',
  set: 'subscriptions',
  table: 'subscriptions',
  key: 'subscriptionId',
  keyColumn: 'subscription_id',
  permission: 'Subscriptions:view',
  reach: 'visible',
  properties: {
    subscriptionId: { type: 'guid', sql: 'subscription_id', sort: false },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'subscriptions_name', allTenants: 'subscriptions_name_all' },
    },
    created: { type: 'dateTimeOffset', sql: 'created' },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  defaultOrder: [{ property: 'name' }],
  edges: { tenant: tenantEdge },
});

/** A row of cfs.subscriptions. */
export type SubscriptionTable = EntityRow<typeof subscriptionEntity>;

/** A subscription in its wire form. */
export const toSubscription = (row: SubscriptionTable): Subscription =>
  toWire(subscriptionEntity, row, { without: ['createdBy', 'modifiedBy'] });
