import type { Permission } from '@cfs/contracts/permissions';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';

/**
 * Checks a tenant id from a request body.
 *
 * @throws 404 unless the tenant exists and the caller holds the permission in it.
 */
export const expectTenant = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission | readonly Permission[],
  tenantId: string,
): Promise<void> => {
  const tenant = await db
    .selectFrom('tenants')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .where('tenant_id', '<>', systemTenantId)
    .where(inScope(context, permission, 'tenants.tenant_id'))
    .executeTakeFirst();
  if (!tenant) throw notFound('Tenant');
};
