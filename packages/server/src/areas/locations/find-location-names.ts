import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Names of the locations with these ids, the tenant's own and shared ones; unknown ids are absent. */
export const findLocationNames = async (
  db: ScopedDatabase,
  tenantId: string,
  locationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (locationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('locations')
    .select(['location_id', 'name'])
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where((row) => row('location_id', '=', row.fn.any(row.val([...locationIds]))))
    .execute();
  return new Map(rows.map(({ location_id, name }) => [location_id, name]));
};
