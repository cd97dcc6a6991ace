import type { BlockHistory } from '@cfs/contracts/blocks';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { packetReaders } from './packet-entity.ts';

/** The tenant of an entity that has sent packets: the context's own before any other that the caller may see. */
export const findPacketTenant = async (
  db: ScopedDatabase,
  context: Context,
  entityId: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('packets_latest')
    .select('tenant_id')
    .where('entity_id', '=', entityId)
    .where(inScope(context, packetReaders, 'packets_latest.tenant_id'))
    .orderBy((eb) => eb('tenant_id', '=', context.tenantId), 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.tenant_id;
};

/** One page of the entity's packets, newest first, pages counted from 0. */
export const readPacketHistory = async (
  db: ScopedDatabase,
  context: Context,
  entity: { readonly tenantId: string; readonly entityId: string },
  page: { readonly pageNumber: number; readonly rowCount: number },
): Promise<BlockHistory> => {
  const packets = db
    .selectFrom('packet_history')
    .where('tenant_id', '=', entity.tenantId)
    .where('entity_id', '=', entity.entityId)
    .where(inScope(context, packetReaders, 'packet_history.tenant_id'));
  const { total } = await packets.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await packets
    .select(['received_at', 'value', 'timestamp'])
    .orderBy('timestamp', 'desc')
    .offset(page.pageNumber * page.rowCount)
    .limit(page.rowCount)
    .execute();
  return {
    totalCount: total,
    historyItems: rows.map((row) => ({
      receivedTimestamp: row.received_at.toISOString(),
      value: row.value,
      timestamp: row.timestamp.toISOString(),
    })),
  };
};
