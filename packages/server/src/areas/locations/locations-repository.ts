import type { Insertable, Updateable } from 'kysely';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { LocationTable } from './location-entity.ts';

/** The permissions of the lookup: either one is enough. */
export const locationLookupPermissions = ['Locations:view', 'Devices:view'] as const;

/** Selects the location for update; `undefined` if it does not exist or the caller may not edit it. */
export const lockLocation = (
  db: ScopedDatabase,
  context: Context,
  locationId: string,
): Promise<LocationTable | undefined> =>
  db
    .selectFrom('locations')
    .selectAll()
    .where('location_id', '=', locationId)
    .where(inScope(context, 'Locations:edit', 'locations.tenant_id'))
    .forUpdate()
    .executeTakeFirst();

export const insertLocation = (db: ScopedDatabase, row: Insertable<LocationTable>): Promise<LocationTable> =>
  db.insertInto('locations').values(row).returningAll().executeTakeFirstOrThrow();

export const updateLocation = (
  db: ScopedDatabase,
  { tenant_id, location_id }: LocationTable,
  change: Updateable<LocationTable>,
): Promise<LocationTable> =>
  db
    .updateTable('locations')
    .set(change)
    .where('tenant_id', '=', tenant_id)
    .where('location_id', '=', location_id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The locations of the request's tenant and the shared ones, by name. */
export const listLookupLocations = (db: ScopedDatabase, context: Context) =>
  db
    .selectFrom('locations')
    .select(['location_id', 'name', 'tenant_id'])
    .where('tenant_id', 'in', [context.tenantId, systemTenantId])
    .where(inScope(context, { permission: locationLookupPermissions, shared: true }, 'locations.tenant_id'))
    .orderBy('name')
    .orderBy('location_id')
    .execute();
