import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Whether the protocol belongs to one of the tenants. */
export const isProtocolOf = async (
  db: ScopedDatabase,
  tenantIds: readonly string[],
  protocolId: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('protocols')
    .select('protocol_id')
    .where('protocol_id', '=', protocolId)
    .where('tenant_id', 'in', tenantIds)
    .executeTakeFirst();
  return row !== undefined;
};
