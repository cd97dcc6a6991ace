import { sql } from 'kysely';
import type { TenantRecord } from '../../platform/access/access-snapshot.ts';
import type { SnapshotTable } from '../../platform/access/access-tables.ts';

/** The tenants of the access snapshot, sorted by name. */
export const tenantRecords: SnapshotTable<TenantRecord> = {
  select: sql`select json_build_array(tenant_id, name, enabled, agent_download_url) as item
    from cfs.tenants order by name, tenant_id`,
  toItem: ([tenantId, name, enabled, url]: readonly [string, string, boolean, string | null]) => ({
    tenantId,
    name,
    enabled,
    agentDownloadUrl: url ?? undefined,
  }),
};
