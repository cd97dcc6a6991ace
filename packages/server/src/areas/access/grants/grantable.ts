import type { Permission } from '@cfs/contracts/permissions';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { forbidden } from '../../../platform/problems.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';

/** Whether the caller administrates all tenants. */
export const administratesAll = (context: Context): boolean => context.scopeOf('Settings:edit').kind === 'all';

/**
 * Returns the tenant of a grant or role that a body describes: the tenant of the request if the body names none, the
 * System tenant for `null`. Throws 404 for a tenant whose settings the caller may not edit, 403 for `null` unless the
 * caller may edit those of all tenants.
 */
export const expectPlace = async (
  db: ScopedDatabase,
  context: Context,
  tenantId: string | null | undefined,
): Promise<string> => {
  if (tenantId === null) {
    if (!administratesAll(context)) throw forbidden('Only administrators of all tenants may do that.');
    return systemTenantId;
  }
  const place = tenantId ?? context.tenantId;
  await expectTenant(db, context, 'Settings:edit', place);
  return place;
};

const holdsIn = (context: Context, permission: Permission, place: string): boolean => {
  const scope = context.scopeOf(permission);
  return scope.kind === 'all' || (place !== systemTenantId && scope.tenantIds.includes(place));
};

/**
 * Throws 403 with the permissions that the caller lacks in the tenant `place`. Nobody can grant a permission that they
 * do not hold: an administrator can extend neither their own access nor that of others beyond it.
 */
export const expectPermissionsHeld = (context: Context, permissions: readonly Permission[], place: string): void => {
  const lacking = permissions.filter((permission) => !holdsIn(context, permission, place));
  if (lacking.length === 0) return;
  const where = place === systemTenantId ? 'in all tenants' : 'in that tenant';
  throw forbidden(
    `You can grant only permissions that you hold yourself ${where}, and you do not hold ${lacking.join(', ')}.`,
  );
};
