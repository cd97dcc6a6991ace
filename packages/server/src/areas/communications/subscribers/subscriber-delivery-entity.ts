import { deliveryKinds, deliveryStates } from '@cfs/contracts/communication-subscribers';
import { defineEntity } from '../../../platform/odata/entity.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';

const line = { type: 'string', sort: false } as const;

/** The mails to subscribers: what was sent to whom, and when the mail server accepted it. */
export const subscriberDeliveryEntity = defineEntity({
  name: 'SubscriberDelivery',
  description: 'A mail to a subscriber, with its result.',
  set: 'subscriberDeliveries',
  table: 'subscriber_deliveries',
  key: 'deliveryId',
  keyColumn: 'delivery_id',
  permission: 'WorkUnitCommunications:edit',
  reach: 'visible',
  properties: {
    deliveryId: { type: 'guid', sql: 'delivery_id', sort: false },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    address: { ...line, sql: 'address' },
    kind: { type: 'int32', sql: 'kind', enumeration: deliveryKinds, sort: false },
    state: { type: 'int32', sql: 'state', enumeration: deliveryStates, sort: false },
    subject: { ...line, sql: 'subject' },
    accepted: { type: 'dateTimeOffset', sql: 'accepted', nullable: true, sort: false },
    detail: { ...line, sql: 'detail', nullable: true },
    created: {
      type: 'dateTimeOffset',
      sql: 'created',
      sort: { oneTenant: 'subscriber_deliveries_created', allTenants: 'subscriber_deliveries_created_all' },
    },
  },
  defaultOrder: [{ property: 'created', descending: true }],
  edges: { tenant: tenantEdge },
});
