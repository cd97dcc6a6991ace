import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { invalid } from '../../platform/problems.ts';

/** @throws 400 for a location that is neither the tenant's own nor shared. */
export const expectLocation = async (db: ScopedDatabase, tenantId: string, locationId: string): Promise<void> => {
  const found = await db
    .selectFrom('locations')
    .select('location_id')
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  if (!found) throw invalid({ locationId: ['The location was not found.'] });
};
