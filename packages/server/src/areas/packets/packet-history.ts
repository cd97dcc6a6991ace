import type { BlockHistory } from '@cfs/contracts/blocks';
import type { PacketMessage } from '@cfs/contracts/packets';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { packetReaders } from './packet-entity.ts';
import { packetMessage, packetReceived, packetValue, seriesOf } from './stored-content.ts';

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
    .where('series', '=', seriesOf(entity.tenantId, entity.entityId))
    .where(inScope(context, packetReaders, 'packet_history.tenant_id'));
  const { total } = await packets.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await packets
    .select([
      packetReceived('packet_history').as('received_at'),
      packetValue('packet_history').as('value'),
      'timestamp',
    ])
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

/** A stored packet with its message. */
export interface StoredPacket {
  readonly timestamp: Date;
  readonly value: string | null;
  readonly message: PacketMessage;
}

/** The newest packets of an entity from one moment to another, both included; the caller's scope holds the tenant. */
export const readPacketsWithin = async (
  db: ScopedDatabase,
  { tenantId, entityId }: { readonly tenantId: string; readonly entityId: string },
  { from, to, limit }: { readonly from?: Date; readonly to?: Date; readonly limit: number },
): Promise<readonly StoredPacket[]> => {
  return db
    .selectFrom('packet_history')
    .select(['timestamp', packetValue('packet_history').as('value'), packetMessage('packet_history').as('message')])
    .where('series', '=', seriesOf(tenantId, entityId))
    .$if(from !== undefined, (query) => query.where('timestamp', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (query) => query.where('timestamp', '<=', to ?? new Date(0)))
    .orderBy('timestamp', 'desc')
    .limit(limit)
    .execute();
};
