import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Whether the device has told that packets up to the moment still lie in its spool. */
export const isSpoolWaiting = async (
  db: ScopedDatabase,
  { tenantId, deviceId, until }: { readonly tenantId: string; readonly deviceId: string; readonly until: Date },
): Promise<boolean> => {
  const spool = await db
    .selectFrom('agent_spools')
    .select('device_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('oldest_unsent', '<=', until)
    .executeTakeFirst();
  return spool !== undefined;
};

/** Of the devices given, those that have told that packets up to the moment still lie in their spool. */
export const findWaitingSpools = async (
  db: ScopedDatabase,
  tenantId: string,
  deviceIds: readonly string[],
  until: Date,
): Promise<ReadonlySet<string>> => {
  if (deviceIds.length === 0) return new Set();
  const spools = await db
    .selectFrom('agent_spools')
    .select('device_id')
    .where('tenant_id', '=', tenantId)
    .where('oldest_unsent', '<=', until)
    .where((row) => row('device_id', '=', row.fn.any(row.val([...deviceIds]))))
    .execute();
  return new Set(spools.map((spool) => spool.device_id));
};
