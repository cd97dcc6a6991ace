import type { Location, LocationUpdate } from '@cfs/contracts/locations';
import type { Selectable } from 'kysely';
import { systemTenantId } from '../../platform/context.ts';
import type { LocationTable } from './location-table.ts';

export type LocationRow = Selectable<LocationTable>;

/** The tenant of a row as it travels: null for the shared ones. */
export const toTenantId = (tenantId: string): string | null => (tenantId === systemTenantId ? null : tenantId);

/** A row in its wire form. */
export const toLocation = (row: LocationRow): Location => ({
  locationId: row.location_id,
  tenantId: toTenantId(row.tenant_id),
  name: row.name,
  address1: row.address1,
  address2: row.address2,
  city: row.city,
  state: row.state,
  country: row.country,
  postalCode: row.postal_code,
  coordinates: row.coordinates,
  modified: row.modified.toISOString(),
});

/** The columns that a body names; what it leaves out stays as it is. */
export const toColumns = (body: LocationUpdate) => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.address1 !== undefined && { address1: body.address1 }),
  ...(body.address2 !== undefined && { address2: body.address2 }),
  ...(body.city !== undefined && { city: body.city }),
  ...(body.state !== undefined && { state: body.state }),
  ...(body.country !== undefined && { country: body.country }),
  ...(body.postalCode !== undefined && { postal_code: body.postalCode }),
  ...(body.coordinates !== undefined && { coordinates: body.coordinates }),
});
