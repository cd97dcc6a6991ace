import type { Grant } from '@cfs/contracts/access-grants';
import { personStateOf, type Person } from '@cfs/contracts/access-people';
import type { Role } from '@cfs/contracts/access-roles';
import { allPermissions, fromPermissionString, toPermissionString, type Permission } from '@cfs/contracts/permissions';
import type { Selectable } from 'kysely';
import { toTenantId } from '../../platform/odata/wire-form.ts';
import type { GrantTable } from './grants/grant-table.ts';
import type { PersonTable } from './people/person-table.ts';
import type { RoleTable } from './roles/role-table.ts';

export type PersonRow = Selectable<PersonTable>;
export type RoleRow = Selectable<RoleTable>;
export type GrantRow = Selectable<GrantTable>;

export const toPerson = (row: PersonRow): Person => {
  const firstSignIn = row.first_sign_in?.toISOString() ?? null;
  return {
    userId: row.user_id,
    name: row.name,
    mail: row.mail,
    provider: row.provider,
    enabled: row.enabled,
    firstSignIn,
    state: personStateOf({ enabled: row.enabled, firstSignIn }),
    created: row.created.toISOString(),
    createdBy: row.created_by,
    modified: (row.modified ?? row.created).toISOString(),
  };
};

/** Returns the permissions that the row lists, in the order of `allPermissions`; unknown ones are left out. */
export const permissionsOf = ({ permissions }: Pick<RoleRow, 'permissions'>): Permission[] => {
  const named = new Set(permissions.map(fromPermissionString));
  return allPermissions.filter((permission) => named.has(permission));
};

export const toRole = (row: RoleRow, prefix: string): Role => {
  const permissions = permissionsOf(row).map((permission) => toPermissionString(permission, prefix));
  return {
    roleId: row.role_id,
    tenantId: toTenantId(row.tenant_id),
    name: row.role_name,
    builtIn: row.built_in,
    permissionCount: permissions.length,
    permissions,
    modified: row.modified.toISOString(),
  };
};

export const toGrant = (row: GrantRow): Grant => ({
  grantId: row.grant_id,
  tenantId: toTenantId(row.tenant_id),
  userId: row.user_id,
  groupName: row.group_name,
  holder: row.holder,
  roleName: row.role_name,
  created: row.created.toISOString(),
  createdBy: row.created_by,
});
