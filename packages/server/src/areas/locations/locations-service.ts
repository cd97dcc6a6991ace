import { randomUUID } from 'node:crypto';
import type { Location, LocationCreate, LocationLookup, LocationUpdate } from '@cfs/contracts/locations';
import type { Context } from '../../platform/context.ts';
import { expectModified } from '../../platform/modified.ts';
import { toColumns, toTenantId } from '../../platform/odata/wire-form.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { ownerTenant } from '../tenants/owner-tenant.ts';
import { locationEntity, toLocation } from './location-entity.ts';
import {
  locationLookupPermissions,
  insertLocation,
  listLookupLocations,
  lockLocation,
  updateLocation,
} from './locations-repository.ts';

type Needs = Pick<Services, 'gate'>;

/**
 * Creates a location.
 *
 * @throws 404 for a tenant without the permission, 403 for a shared location without the permission in all tenants.
 */
export const createLocation = (services: Needs, context: Context, body: LocationCreate): Promise<Location> =>
  services.gate.write(context, 'Locations:create', async (db, change) => {
    const tenantId = await ownerTenant(db, context, 'Locations:create', body.tenantId);
    const row = await insertLocation(db, {
      ...toColumns(locationEntity, body),
      tenant_id: tenantId,
      location_id: randomUUID(),
      name: body.name,
      ...change.created(),
    });
    const after = toLocation(row);
    await change.record({ entity: 'Location', id: row.location_id, tenantId, after });
    return after;
  });

/**
 * Updates the fields of the body; `modified` is the optimistic lock.
 *
 * @throws 404 for a location outside of the caller's scope, 409 for a stale `modified`, 400 for another tenant.
 */
export const updateLocationFields = (
  services: Needs,
  context: Context,
  locationId: string,
  body: LocationUpdate,
): Promise<Location> =>
  services.gate.write(context, 'Locations:edit', async (db, change) => {
    const row = await lockLocation(db, context, locationId);
    if (!row) throw notFound('Location');
    const tenantId = row.tenant_id;
    if (body.tenantId !== undefined && body.tenantId !== toTenantId(tenantId))
      throw invalid({ TenantId: ['The tenant of a location never changes.'] });
    expectModified(row.modified, body.modified);
    const stored = await updateLocation(db, row, {
      ...toColumns(locationEntity, body),
      ...change.modified(row),
    });
    const [before, after] = [toLocation(row), toLocation(stored)];
    await change.record({ entity: 'Location', id: locationId, tenantId, before, after });
    return after;
  });

/** The locations that a device of the request's tenant can have. */
export const lookUpLocations = (services: Needs, context: Context): Promise<LocationLookup[]> =>
  services.gate.read(context, { permission: locationLookupPermissions, shared: true }, async (db) => {
    const rows = await listLookupLocations(db, context);
    return rows.map(({ location_id, name, tenant_id }) => ({
      locationId: location_id,
      name,
      tenantId: toTenantId(tenant_id),
    }));
  });
