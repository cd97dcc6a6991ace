import type { Location } from '@cfs/contracts/locations';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { defineEntity } from '../../platform/odata/entity.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

const line = { type: 'string', nullable: true, sort: false } as const;

/** Locations of every tenant visible to the caller, and the shared ones. */
export const locationEntity = defineEntity({
  name: 'Location',
  description: 'A place, of one tenant or shared by all.',
  set: 'locations',
  table: 'locations',
  key: 'locationId',
  keyColumn: 'location_id',
  permission: 'Locations:view',
  reach: 'visible',
  shared: true,
  properties: {
    locationId: {
      type: 'guid',
      sql: 'location_id',
      sort: { oneTenant: 'locations_pkey', allTenants: 'locations_id' },
    },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true, sort: false },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'locations_name', allTenants: 'locations_name_all' },
    },
    address1: { ...line, sql: 'address1' },
    address2: { ...line, sql: 'address2' },
    city: {
      type: 'string',
      sql: 'city',
      nullable: true,
      search: true,
      sort: { oneTenant: 'locations_city', allTenants: 'locations_city_all' },
    },
    state: {
      type: 'string',
      sql: 'state',
      nullable: true,
      search: true,
      sort: { oneTenant: 'locations_state', allTenants: 'locations_state_all' },
    },
    country: { ...line, sql: 'country' },
    postalCode: { ...line, sql: 'postal_code' },
    coordinates: { ...line, sql: 'coordinates' },
    created: { type: 'dateTimeOffset', sql: 'created', sort: false },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: false },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  defaultOrder: [{ property: 'name' }],
  edges: { tenant: tenantEdge },
});

/** A row of cfs.locations. */
export type LocationTable = EntityRow<typeof locationEntity>;

/** Maps a row to its JSON form. */
export const toLocation = (row: LocationTable): Location =>
  toWire(locationEntity, row, { without: ['created', 'createdBy', 'modifiedBy'] });
