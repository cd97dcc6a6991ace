import type { LocationLookup } from '@cfs/contracts/locations';
import { systemTenantId, type Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { toTenantId } from '../../platform/odata/wire-form.ts';
import type { Services } from '../../platform/services.ts';

/** The permissions for the lookup: either one is sufficient. */
export const locationLookupPermissions = ['Locations:view', 'Devices:view'] as const;

const access = { permission: locationLookupPermissions, shared: true } as const;

/** The locations that a device of the request's tenant can have, by name: its own and the shared ones. */
export const lookUpLocations = ({ gate }: Pick<Services, 'gate'>, context: Context): Promise<LocationLookup[]> =>
  gate.read(context, access, async (db) => {
    const rows = await db
      .selectFrom('locations')
      .select(['location_id', 'name', 'tenant_id'])
      .where('tenant_id', 'in', [context.tenantId, systemTenantId])
      .where(inScope(context, access, 'locations.tenant_id'))
      .orderBy('name')
      .orderBy('location_id')
      .execute();
    return rows.map(({ location_id, name, tenant_id }) => ({
      locationId: location_id,
      name,
      tenantId: toTenantId(tenant_id),
    }));
  });
