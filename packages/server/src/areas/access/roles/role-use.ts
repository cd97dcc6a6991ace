import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { conflict } from '../../../platform/problems.ts';
import type { RoleRow } from '../access-wire.ts';

const namedAtMost = 5;

/** Throws 409 if the role is granted; the message names the first few holders. */
export const expectUnused = async (db: ScopedDatabase, role: RoleRow): Promise<void> => {
  const holders = await db
    .selectFrom('grants')
    .select('holder')
    .distinct()
    .where('role_name', '=', role.role_name)
    .$if(role.tenant_id !== systemTenantId, (query) => query.where('tenant_id', '=', role.tenant_id))
    .orderBy('holder')
    .execute();
  if (holders.length === 0) return;
  const named = holders.slice(0, namedAtMost).map(({ holder }) => holder);
  const more = holders.length > named.length ? ` and ${holders.length - named.length} more` : '';
  throw conflict(`The role ${role.role_name} is granted to ${named.join(', ')}${more}. Remove those grants first.`);
};

/** Updates the grants of a renamed role, because they refer to it by name. */
export const renameInGrants = async (db: ScopedDatabase, role: RoleRow, name: string): Promise<void> => {
  await db
    .updateTable('grants')
    .set({ role_name: name })
    .where('role_name', '=', role.role_name)
    .$if(role.tenant_id !== systemTenantId, (query) => query.where('tenant_id', '=', role.tenant_id))
    .execute();
};
