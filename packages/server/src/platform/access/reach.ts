import { allPermissions, type Permission } from '@cfs/contracts/permissions';
import type { Context } from '../context.ts';

/** Whether a permission of the actor, or the requested one, applies to the tenant. */
export const reaches = (context: Context, tenantId: string, permission?: Permission): boolean => {
  const scope = context.scopeOf(permission ?? allPermissions);
  return scope.kind === 'all' || scope.tenantIds.includes(tenantId);
};
