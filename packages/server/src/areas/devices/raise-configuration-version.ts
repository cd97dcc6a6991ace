import { sql } from 'kysely';
import type { Change } from '../../platform/audit/change.ts';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Wakes the agents of devices, in the caller's transaction, because their configuration has another part that changed. */
export const raiseConfigurationVersion = async (
  db: ScopedDatabase,
  change: Change,
  tenantId: string,
  deviceIds: readonly string[],
): Promise<void> => {
  if (deviceIds.length === 0) return;
  change.exempt('devices', 'part of another');
  await db
    .updateTable('devices')
    .set({ configuration_version: sql`configuration_version + 1` })
    .where('tenant_id', '=', tenantId)
    .where((row) => row('device_id', '=', row.fn.any(row.val([...deviceIds]))))
    .execute();
};

/** Wakes the agents of all devices of a tenant, of every tenant for the System tenant, in the caller's transaction. */
export const raiseConfigurationVersionOfAll = async (
  db: ScopedDatabase,
  change: Change,
  tenantId: string,
): Promise<void> => {
  change.exempt('devices', 'part of another');
  await db
    .updateTable('devices')
    .set({ configuration_version: sql`configuration_version + 1` })
    .where('is_deleted', '=', false)
    .$if(tenantId !== systemTenantId, (update) => update.where('tenant_id', '=', tenantId))
    .execute();
};
