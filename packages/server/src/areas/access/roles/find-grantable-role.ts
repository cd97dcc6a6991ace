import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { invalid } from '../../../platform/problems.ts';
import type { RoleRow } from '../access-wire.ts';

/**
 * The role of this name that can be granted in `place`: the tenant's own or one of every tenant. Throws 400 if none.
 */
export const findGrantableRole = async (db: ScopedDatabase, name: string, place: string): Promise<RoleRow> => {
  const role = await db
    .selectFrom('roles')
    .selectAll()
    .where('role_name', '=', name)
    .where('tenant_id', 'in', [...new Set([place, systemTenantId])])
    .executeTakeFirst();
  if (!role) throw invalid({ RoleName: [`There is no role "${name}" here.`] });
  return role;
};
