import { randomUUID } from 'node:crypto';
import { maxGrantsPerTenant, type Grant } from '@cfs/contracts/access-grants';
import type { Change } from '../../../platform/audit/change.ts';
import { systemTenantId } from '../../../platform/context.ts';
import { expectRoom } from '../../../platform/database/expect-room.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { conflict } from '../../../platform/problems.ts';
import { permissionsOf, toGrant } from '../access-wire.ts';
import { findGrantableRole } from '../roles/find-grantable-role.ts';
import { expectPermissionsHeld } from './grantable.ts';

const room = { table: 'grants', max: maxGrantsPerTenant, noun: 'grants' } as const;

/**
 * The holder of a role and where the role applies: `place` is the id of a tenant, the System tenant for all tenants.
 */
export interface GrantOrder {
  readonly holder: { readonly userId: string } | { readonly groupName: string };
  readonly roleName: string;
  readonly place: string;
}

/**
 * Adds and audits a grant within a transaction that holds the lock of `writeAccess`. Throws 400 for an unknown role,
 * 403 for a role with permissions that the caller lacks, 409 if the holder already has the role there or the tenant has
 * reached its limit.
 */
export const insertGrant = async (
  db: ScopedDatabase,
  change: Change,
  { holder, roleName, place }: GrantOrder,
): Promise<Grant> => {
  const role = await findGrantableRole(db, roleName, place);
  expectPermissionsHeld(change.context, permissionsOf(role), place);
  if (place !== systemTenantId) await expectRoom(db, place, room);
  const row = await db
    .insertInto('grants')
    .values({
      tenant_id: place,
      grant_id: randomUUID(),
      user_id: 'userId' in holder ? holder.userId : null,
      group_name: 'groupName' in holder ? holder.groupName : null,
      role_name: role.role_name,
      ...change.createdOnce(),
    })
    .onConflict((clash) => clash.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict(`The role ${role.role_name} is already granted there.`);
  const after = toGrant(row);
  await change.record({ entity: 'Grant', id: after.grantId, tenantId: place, after });
  return after;
};
