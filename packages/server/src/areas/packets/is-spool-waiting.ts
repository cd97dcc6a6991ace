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
