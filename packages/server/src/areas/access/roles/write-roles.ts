import { randomUUID } from 'node:crypto';
import { maxRolesPerTenant, type Role, type RoleCreate, type RoleUpdate } from '@cfs/contracts/access-roles';
import { fromPermissionString, type Permission } from '@cfs/contracts/permissions';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { expectRoom } from '../../../platform/database/expect-room.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { expectModified } from '../../../platform/modified.ts';
import { toTenantId } from '../../../platform/odata/wire-form.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { writeAccess } from '../grants/write-access.ts';
import { permissionsOf, toRole, type RoleRow } from '../access-wire.ts';
import { expectPermissionsHeld, expectPlace } from '../grants/grantable.ts';
import { expectFreeName } from './expect-free-name.ts';
import { expectUnused, renameInGrants } from './role-use.ts';

const room = { table: 'roles', max: maxRolesPerTenant, noun: 'roles' } as const;

const readPermissions = (texts: readonly string[]): Permission[] => {
  const unknown = texts.filter((text) => fromPermissionString(text) === undefined);
  if (unknown.length > 0)
    throw invalid({ Permissions: unknown.slice(0, 10).map((text) => `"${text}" is not a permission.`) });
  return permissionsOf({ permissions: texts });
};

/**
 * Creates a role. Throws 403 for permissions that the caller does not hold wherever the role can be granted, 409 if the
 * name is taken there or the tenant has reached its limit.
 */
export const createRole = async (services: Services, context: Context, body: RoleCreate): Promise<Role> => {
  const permissions = readPermissions(body.permissions);
  const role = await writeAccess(services.gate, context, 'Settings:edit', async (db, change) => {
    const tenantId = await expectPlace(db, context, body.tenantId);
    expectPermissionsHeld(context, permissions, tenantId);
    await expectFreeName(db, body.name, tenantId);
    if (tenantId !== systemTenantId) await expectRoom(db, tenantId, room);
    const row = await db
      .insertInto('roles')
      .values({
        tenant_id: tenantId,
        role_id: randomUUID(),
        role_name: body.name,
        built_in: false,
        permissions,
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toRole(row, services.configuration.permissionPrefix);
    await change.record({ entity: 'Role', id: row.role_id, tenantId, after });
    return after;
  });
  await services.snapshot.refresh();
  return role;
};

/** Returns the role; throws 404 if the caller may not edit it, 409 for a built-in one. */
const findOwnRole = async (db: ScopedDatabase, context: Context, roleId: string): Promise<RoleRow> => {
  const row = await db
    .selectFrom('roles')
    .selectAll()
    .where('role_id', '=', roleId)
    .where(inScope(context, 'Settings:edit', 'roles.tenant_id'))
    .executeTakeFirst();
  if (!row) throw notFound('Role');
  if (row.built_in) throw conflict(`${row.role_name} is built in and cannot be changed.`);
  return row;
};

/**
 * Renames a role or changes its permissions, for all its holders. Throws 403 for added permissions that the caller does
 * not hold wherever the role applies, 409 if the name is taken or `modified` is stale, 400 for another tenant.
 */
export const updateRole = async (
  services: Services,
  context: Context,
  roleId: string,
  body: RoleUpdate,
): Promise<Role> => {
  const wanted = body.permissions && readPermissions(body.permissions);
  const role = await writeAccess(services.gate, context, 'Settings:edit', async (db, change) => {
    const row = await findOwnRole(db, context, roleId);
    const tenantId = row.tenant_id;
    if (body.tenantId !== undefined && body.tenantId !== toTenantId(tenantId))
      throw invalid({ TenantId: ['The tenant of a role cannot be changed.'] });
    expectModified(row.modified, body.modified);
    const held = new Set(permissionsOf(row));
    const added = wanted?.filter((permission) => !held.has(permission)) ?? [];
    expectPermissionsHeld(context, added, tenantId);
    if (body.name !== undefined && body.name !== row.role_name) {
      await expectFreeName(db, body.name, tenantId, roleId);
      await renameInGrants(db, row, body.name);
    }
    const stored = await db
      .updateTable('roles')
      .set({
        ...(body.name !== undefined && { role_name: body.name }),
        ...(wanted && { permissions: wanted }),
        ...change.modified(row),
      })
      .where('tenant_id', '=', tenantId)
      .where('role_id', '=', roleId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { permissionPrefix } = services.configuration;
    const [before, after] = [toRole(row, permissionPrefix), toRole(stored, permissionPrefix)];
    await change.record({ entity: 'Role', id: roleId, tenantId, before, after });
    return after;
  });
  await services.snapshot.refresh();
  return role;
};

/** Deletes a role; throws 409 with its holders if it is granted. */
export const deleteRole = async (services: Services, context: Context, roleId: string): Promise<void> => {
  await writeAccess(services.gate, context, 'Settings:edit', async (db, change) => {
    const row = await findOwnRole(db, context, roleId);
    await expectUnused(db, row);
    await db.deleteFrom('roles').where('tenant_id', '=', row.tenant_id).where('role_id', '=', roleId).execute();
    const before = toRole(row, services.configuration.permissionPrefix);
    await change.record({ entity: 'Role', id: roleId, tenantId: row.tenant_id, before });
  });
  await services.snapshot.refresh();
};
