import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../context.ts';
import { forbidden } from '../problems.ts';

/** Throws 403 unless the caller holds the permission in all tenants: for rows shared by all tenants. */
export const expectAllTenants = (context: Context, permission: Permission): void => {
  if (context.scopeOf(permission).kind !== 'all') throw forbidden();
};
