import { randomUUID } from 'node:crypto';
import type { Location, LocationCreate, LocationUpdate } from '@cfs/contracts/locations';
import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified } from '../../platform/modified.ts';
import { toColumns, toTenantId } from '../../platform/odata/wire-form.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { ownerTenant } from '../tenants/owner-tenant.ts';
import { locationEntity, toLocation } from './location-entity.ts';

type Needs = Pick<Services, 'gate'>;

/**
 * Creates a location.
 *
 * @throws 404 for a tenant without the permission, 403 for a shared location without the permission in all tenants.
 */
export const createLocation = (services: Needs, context: Context, body: LocationCreate): Promise<Location> =>
  services.gate.write(context, 'Locations:create', async (db, change) => {
    const tenantId = await ownerTenant(db, context, 'Locations:create', body.tenantId);
    const row = await db
      .insertInto('locations')
      .values({
        ...toColumns(locationEntity, body),
        tenant_id: tenantId,
        location_id: randomUUID(),
        name: body.name,
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toLocation(row);
    await change.record({ entity: 'Location', id: row.location_id, tenantId, after });
    return after;
  });

/**
 * Updates the fields of the body; `modified` is the optimistic lock.
 *
 * @throws 404 for a location outside of the caller's scope, 409 for a stale `modified`, 400 for another tenant.
 */
export const updateLocation = (
  services: Needs,
  context: Context,
  locationId: string,
  body: LocationUpdate,
): Promise<Location> =>
  services.gate.write(context, 'Locations:edit', async (db, change) => {
    const row = await db
      .selectFrom('locations')
      .selectAll()
      .where('location_id', '=', locationId)
      .where(inScope(context, 'Locations:edit', 'locations.tenant_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('Location');
    const tenantId = row.tenant_id;
    if (body.tenantId !== undefined && body.tenantId !== toTenantId(tenantId))
      throw invalid({ TenantId: ['The tenant of a location cannot be changed.'] });
    expectModified(row.modified, body.modified);
    const stored = await db
      .updateTable('locations')
      .set({
        ...toColumns(locationEntity, body),
        ...change.modified(row),
      })
      .where('tenant_id', '=', tenantId)
      .where('location_id', '=', locationId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [before, after] = [toLocation(row), toLocation(stored)];
    await change.record({ entity: 'Location', id: locationId, tenantId, before, after });
    return after;
  });
