import { sql } from 'kysely';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { conflict } from '../../../platform/problems.ts';

/**
 * Throws 409 if another role that can be granted in the same tenant already has the name, ignoring case. So a role of
 * one tenant never shadows a role of every tenant.
 */
export const expectFreeName = async (
  db: ScopedDatabase,
  name: string,
  tenantId: string,
  ownId?: string,
): Promise<void> => {
  const clash = await db
    .selectFrom('roles')
    .select('role_name')
    .where(sql`lower(role_name)`, '=', sql`lower(${name}::text)`)
    .$if(tenantId !== systemTenantId, (query) => query.where('tenant_id', 'in', [tenantId, systemTenantId]))
    .$if(ownId !== undefined, (query) => query.where('role_id', '<>', ownId ?? ''))
    .executeTakeFirst();
  if (!clash) return;
  const message = `A role "${clash.role_name}" already exists.`;
  throw conflict(message, { Name: [message] });
};
