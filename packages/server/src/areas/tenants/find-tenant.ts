import type { Permission } from '@cfs/contracts/permissions';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { TenantRow } from './tenant-wire.ts';

/** Returns the tenant if the caller holds the permission in it. With `lock`, locks it until the transaction ends. */
export const findTenant = (
  db: ScopedDatabase,
  context: Context,
  permission: Permission | readonly Permission[],
  tenantId: string,
  lock?: 'lock',
): Promise<TenantRow | undefined> => {
  const query = db
    .selectFrom('tenants')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('tenant_id', '<>', systemTenantId)
    .where(inScope(context, permission, 'tenants.tenant_id'));
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};
