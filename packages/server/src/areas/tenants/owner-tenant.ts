import type { Permission } from '@cfs/contracts/permissions';
import { expectAllTenants } from '../../platform/access/expect-all-tenants.ts';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { expectTenant } from './expect-tenant.ts';

/**
 * Returns the tenant of a new row that may be shared: the request's tenant if the body contains none, the System tenant
 * for `null`.
 *
 * @throws 404 for a tenant in which the caller does not hold the permission, 403 for `null` unless it is held in all
 * tenants.
 */
export const ownerTenant = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  wanted: string | null | undefined,
): Promise<string> => {
  if (wanted === null) {
    expectAllTenants(context, permission);
    return systemTenantId;
  }
  const tenantId = wanted ?? context.tenantId;
  await expectTenant(db, context, permission, tenantId);
  return tenantId;
};
