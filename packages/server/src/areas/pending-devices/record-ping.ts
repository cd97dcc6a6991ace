import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Records the time of a sign-in by an agent that waits to be promoted. */
export const recordPing = async (
  db: ScopedDatabase,
  agent: { readonly tenantId: string; readonly agentId: string },
  now: Date,
): Promise<void> => {
  await db
    .updateTable('pending_devices')
    .set({ last_ping: now })
    .where('tenant_id', '=', agent.tenantId)
    .where('pending_device_id', '=', agent.agentId)
    .execute();
};
