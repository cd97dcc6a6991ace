import { sql, type RawBuilder } from 'kysely';
import type { Change } from '../../platform/audit/change.ts';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Above this number of devices, the row of their tenant is raised instead of one row per device. */
const maxRows = 1_000;

/**
 * Raises the configuration version of devices in the caller's transaction, so that their agents fetch the changed
 * configuration.
 */
export const raiseConfigurationVersion = async (
  db: ScopedDatabase,
  change: Change,
  tenantId: string,
  deviceIds: readonly string[],
): Promise<void> => {
  if (deviceIds.length === 0) return;
  if (deviceIds.length > maxRows) {
    await raiseConfigurationVersionOfAll(db, tenantId);
    return;
  }
  change.exempt('devices', 'part of another');
  await db
    .updateTable('devices')
    .set({ configuration_version: sql`configuration_version + 1` })
    .where('tenant_id', '=', tenantId)
    .where((row) => row('device_id', '=', row.fn.any(row.val([...deviceIds]))))
    .execute();
};

/**
 * Raises the configuration version of all devices of a tenant in the caller's transaction; with the System tenant,
 * those of every tenant. Writes a single row, which agents read and never lock.
 */
export const raiseConfigurationVersionOfAll = async (db: ScopedDatabase, tenantId: string): Promise<void> => {
  await db
    .insertInto('configuration_versions')
    .values({ tenant_id: tenantId, version: 1 })
    .onConflict((known) => known.column('tenant_id').doUpdateSet({ version: sql`configuration_versions.version + 1` }))
    .execute();
};

/**
 * SQL of the configuration version of a device over its alias: its own version plus those of its tenant and of the
 * System tenant.
 */
export const configurationVersionSql = (alias: string): RawBuilder<number> => {
  const device = sql.table(alias);
  return sql<number>`(${device}.configuration_version + coalesce((
    select sum(raised.version) from configuration_versions raised
    where raised.tenant_id in (${device}.tenant_id, ${systemTenantId}::uuid)), 0))::bigint`;
};
