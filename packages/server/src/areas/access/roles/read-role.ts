import type { Role } from '@cfs/contracts/access-roles';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { toRole } from '../access-wire.ts';

/** Resolves with a role and its permissions; throws 404 for a role of a tenant out of reach. */
export const readRole = (services: Services, context: Context, roleId: string): Promise<Role> =>
  services.gate.read(context, { permission: 'Settings:view', shared: true }, async (db) => {
    const row = await db
      .selectFrom('roles')
      .selectAll()
      .where('role_id', '=', roleId)
      .where(inScope(context, { permission: 'Settings:view', shared: true }, 'roles.tenant_id'))
      .executeTakeFirst();
    if (!row) throw notFound('Role');
    return toRole(row, services.configuration.permissionPrefix);
  });
