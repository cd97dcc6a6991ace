import { sql } from 'kysely';
import type { SnapshotTable, StoredGrant } from '../../../platform/access/access-tables.ts';

type Columns = readonly [
  grantId: string,
  userId: string | null,
  groupName: string | null,
  tenantId: string,
  roleName: string,
  created: string,
];

/** The grants of the access snapshot. */
export const grantRecords: SnapshotTable<StoredGrant> = {
  select: sql`select json_build_array(grant_id, user_id, group_name, tenant_id, role_name, created) as item
    from cfs.grants`,
  toItem: ([grantId, userId, groupName, tenantId, roleName, created]: Columns) => ({
    grantId,
    userId: userId ?? undefined,
    groupName: groupName ?? undefined,
    tenantId,
    roleName,
    createdTime: Date.parse(created),
  }),
};
