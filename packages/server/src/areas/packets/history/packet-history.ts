import type { BlockHistory } from '@cfs/contracts/blocks';
import type { PacketMessage } from '@cfs/contracts/packets';
import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { packetReaders } from '../packet-entity.ts';
import { packetMessage, packetReceived, packetValue, seriesOf } from './stored-content.ts';

/**
 * Returns the tenant of an entity that has sent packets, preferring the context's own to others in the caller's scope.
 */
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

interface Entity {
  readonly tenantId: string;
  readonly entityId: string;
}

/**
 * Returns the number of the entity's packets: the sum over its rolled-up hours, and a count of the packets since then
 * and of those in stale hours. Packets are dropped by whole days, so the hours since the oldest packet are complete.
 */
const countPackets = async (db: ScopedDatabase, context: Context, { tenantId, entityId }: Entity): Promise<number> => {
  const [row] = await db.guarded(sql<{ total: number }>`
    with entity as materialized (
      select ${seriesOf(tenantId, entityId)} as series, coalesce((
        select progress.through from packet_hours_progress progress where progress.tenant_id = ${systemTenantId}
      ), '-infinity') as through
    ),
    stale as materialized (
      select stale.hour from stale_packet_hours stale
      where stale.tenant_id = ${tenantId} and stale.entity_id = ${entityId}
        and ${inScope(context, packetReaders, 'stale.tenant_id')}
    )
    select (
      coalesce((
        select sum(past.packet_count) from packet_hours past
        where past.tenant_id = ${tenantId} and past.entity_id = ${entityId}
          and ${inScope(context, packetReaders, 'past.tenant_id')}
          and past.hour < (select through from entity)
          and past.hour >= (
            select date_trunc('hour', min(packet."timestamp"), 'UTC') from packet_history packet
            where packet.series = (select series from entity)
              and ${inScope(context, packetReaders, 'packet.tenant_id')}
          )
          and past.hour not in (select hour from stale)
      ), 0)
      + (
        select count(*) from packet_history packet
        where packet.series = (select series from entity) and packet."timestamp" >= (select through from entity)
          and ${inScope(context, packetReaders, 'packet.tenant_id')}
      )
      + (
        select count(*) from stale join packet_history packet
          on packet."timestamp" >= stale.hour and packet."timestamp" < stale.hour + interval '1 hour'
        where packet.series = (select series from entity) and stale.hour < (select through from entity)
          and ${inScope(context, packetReaders, 'packet.tenant_id')}
      )
    )::integer as total`);
  return row?.total ?? 0;
};

/** One page of the entity's packets, newest first, pages counted from 0. */
export const readPacketHistory = async (
  db: ScopedDatabase,
  context: Context,
  entity: Entity,
  page: { readonly pageNumber: number; readonly rowCount: number },
): Promise<BlockHistory> => {
  const total = await countPackets(db, context, entity);
  const rows = await db
    .selectFrom('packet_history')
    .where('series', '=', seriesOf(entity.tenantId, entity.entityId))
    .where(inScope(context, packetReaders, 'packet_history.tenant_id'))
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
  readonly receivedAt: Date;
  readonly value: string | null;
  readonly message: PacketMessage;
}

/**
 * Returns the newest packets of an entity from `from` to `to`, both included. The tenant must be in the caller's scope.
 */
export const readPacketsWithin = async (
  db: ScopedDatabase,
  { tenantId, entityId }: Entity,
  { from, to, limit }: { readonly from?: Date; readonly to?: Date; readonly limit: number },
): Promise<readonly StoredPacket[]> => {
  return db
    .selectFrom('packet_history')
    .select([
      'timestamp',
      packetReceived('packet_history').as('receivedAt'),
      packetValue('packet_history').as('value'),
      packetMessage('packet_history').as('message'),
    ])
    .where('series', '=', seriesOf(tenantId, entityId))
    .$if(from !== undefined, (query) => query.where('timestamp', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (query) => query.where('timestamp', '<=', to ?? new Date(0)))
    .orderBy('timestamp', 'desc')
    .limit(limit)
    .execute();
};
