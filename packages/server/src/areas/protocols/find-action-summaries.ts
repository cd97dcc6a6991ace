import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The summaries of a protocol's actions, by their ids; actions without one are absent. */
export const findActionSummaries = async (
  db: ScopedDatabase,
  tenantId: string,
  protocolId: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('protocol_actions')
    .select(['protocol_action_id', 'summary'])
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('protocol_id', '=', protocolId)
    .execute();
  return new Map(rows.flatMap((row) => (row.summary ? [[row.protocol_action_id, row.summary]] : [])));
};
