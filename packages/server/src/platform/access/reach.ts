import { allPermissions } from '@cfs/contracts/permissions';
import type { Context } from '../context.ts';

/** Whether any permission of the actor reaches into the tenant. */
export const reaches = (context: Context, tenantId: string): boolean => {
  const scope = context.scopeOf(allPermissions);
  return scope.kind === 'all' || scope.tenantIds.includes(tenantId);
};
