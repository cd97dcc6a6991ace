import { randomUUID } from 'node:crypto';
import { builtInRoles } from '@cfs/contracts/roles';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { systemTenantId } from '../../../platform/context.ts';
import type { AccessGate } from '../../../platform/database/gate.ts';

/**
 * Stores the built-in roles of this version as rows, so that lists and lookups contain them along with the custom
 * roles. Writes only differences.
 */
export const storeBuiltInRoles = async (access: AccessGate, clock: Clock): Promise<void> => {
  const now = clock.now();
  await access.access(async (db) => {
    for (const [name, permissions] of Object.entries(builtInRoles)) {
      await sql`insert into cfs.roles
          (tenant_id, role_id, role_name, built_in, permissions, created, created_by, modified, modified_by)
        select ${systemTenantId}::uuid, ${randomUUID()}::uuid, ${name}::text, true, ${permissions}::text[],
          ${now}::timestamptz, 'system', ${now}::timestamptz, 'system'
        where not exists (select from cfs.roles known where known.tenant_id = ${systemTenantId}::uuid
          and known.role_name = ${name}::text and known.built_in and known.permissions = ${permissions}::text[])
        on conflict (tenant_id, role_name) do update
          set built_in = true, permissions = excluded.permissions, modified = excluded.modified, modified_by = 'system'`.execute(
        db,
      );
    }
  });
};
