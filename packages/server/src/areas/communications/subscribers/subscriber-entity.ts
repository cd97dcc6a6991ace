import { subscriberStates, type Subscriber } from '@cfs/contracts/communication-subscribers';
import { defineEntity } from '../../../platform/odata/entity.ts';
import type { EntityRow } from '../../../platform/odata/entity-row.ts';
import { toWire } from '../../../platform/odata/wire-form.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';

/** Subscribers of every tenant whose communications the caller may edit. */
export const subscriberEntity = defineEntity({
  name: 'Subscriber',
  description: "An address that receives the external reports of a tenant's communications.",
  set: 'communicationSubscribers',
  table: 'communication_subscribers',
  key: 'subscriberId',
  keyColumn: 'subscriber_id',
  permission: 'WorkUnitCommunications:edit',
  reach: 'visible',
  properties: {
    subscriberId: { type: 'guid', sql: 'subscriber_id', sort: false },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    address: {
      type: 'string',
      sql: 'address',
      search: true,
      sort: { oneTenant: 'communication_subscribers_address', allTenants: 'communication_subscribers_address_all' },
    },
    state: { type: 'int32', sql: 'state', enumeration: subscriberStates, sort: false },
    confirmed: { type: 'dateTimeOffset', sql: 'confirmed', nullable: true, sort: false },
    created: {
      type: 'dateTimeOffset',
      sql: 'created',
      sort: { oneTenant: 'communication_subscribers_created', allTenants: 'communication_subscribers_created_all' },
    },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
  },
  defaultOrder: [{ property: 'address' }],
  edges: { tenant: tenantEdge },
});

/** Maps a row to its JSON form. */
export const toSubscriber = (row: EntityRow<typeof subscriberEntity>): Subscriber => toWire(subscriberEntity, row);
