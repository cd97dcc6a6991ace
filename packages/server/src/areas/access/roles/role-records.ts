import { sql } from 'kysely';
import type { RoleRecord, SnapshotTable } from '../../../platform/access/access-tables.ts';

/** The roles of the access snapshot. */
export const roleRecords: SnapshotTable<RoleRecord> = {
  select: sql`select json_build_array(tenant_id, role_name, permissions) as item from cfs.roles`,
  toItem: ([tenantId, roleName, permissions]: readonly [string, string, string[]]) => ({
    tenantId,
    roleName,
    permissions,
  }),
};
