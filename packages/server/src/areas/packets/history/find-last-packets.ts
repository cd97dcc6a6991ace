import { sql } from 'kysely';
import type { PacketMessage } from '@cfs/contracts/packets';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { packetMessage } from './stored-content.ts';

/** An entity and the time of its last packet. */
export interface LastPacket {
  readonly entityId: string;
  readonly last: Date;
  /** The device that sent it; `null` for the packets of a token. */
  readonly deviceId: string | null;
}

/** Returns the entities of a tenant whose last packet is not after `until`. */
export const findLastPackets = async (
  db: ScopedDatabase,
  tenantId: string,
  until: Date,
): Promise<readonly LastPacket[]> =>
  db
    .selectFrom('packets_latest')
    .select(['entity_id as entityId', 'timestamp as last', 'device_id as deviceId'])
    .where('tenant_id', '=', tenantId)
    .where('timestamp', '<=', until)
    .orderBy('entity_id')
    .execute();

/** Returns the time of the oldest last packet after `after`; `undefined` if there is none. */
export const findNextLastPacket = async (
  db: ScopedDatabase,
  tenantId: string,
  after: Date,
): Promise<Date | undefined> => {
  const row = await db
    .selectFrom('packets_latest')
    .select((eb) => eb.fn.min<Date | null>('timestamp').as('oldest'))
    .where('tenant_id', '=', tenantId)
    .where('timestamp', '>', after)
    .executeTakeFirst();
  return row?.oldest ?? undefined;
};

/** Returns those of the given entities that have sent a packet. */
export const findSenders = async (
  db: ScopedDatabase,
  tenantId: string,
  entityIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (entityIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('packets_latest')
    .select('entity_id')
    .where('tenant_id', '=', tenantId)
    .where((row) => row('entity_id', '=', row.fn.any(row.val([...entityIds]))))
    .execute();
  return new Set(rows.map((row) => row.entity_id));
};

/** The last packet of an entity within a span. */
export interface BucketPacket {
  readonly entityId: string;
  readonly message: PacketMessage;
}

/** Returns the last packet of each entity of the tenant within the span, its end excluded, ordered by entity. */
export const findBucketPackets = async (
  db: ScopedDatabase,
  tenantId: string,
  from: Date,
  to: Date,
): Promise<readonly BucketPacket[]> =>
  db.guarded(sql<BucketPacket>`
    select latest.entity_id as "entityId", past.message
    from packets_latest latest
    cross join lateral (
      select ${packetMessage('stored')} as message
      from packet_history stored
      where stored.series = latest.series
        and stored."timestamp" >= ${from} and stored."timestamp" < ${to}
      order by stored."timestamp" desc
      limit 1
    ) past
    where latest.tenant_id = ${tenantId} and latest."timestamp" >= ${from}
    order by latest.entity_id`);

/** Returns the time of the last stored packet of entities that is not after `until`, by entity. */
export const findLastPacketsBefore = async (
  db: ScopedDatabase,
  tenantId: string,
  entityIds: readonly string[],
  until: Date,
): Promise<ReadonlyMap<string, Date>> => {
  if (entityIds.length === 0) return new Map();
  const asked = entityIds.map((entityId) => ({ entityId }));
  const rows = await db.guarded(sql<{ readonly entityId: string; readonly last: Date }>`
    select asked."entityId", past."timestamp" as last
    from ${recordSet('asked', { entityId: 'uuid' }, asked)}
    join packets_latest latest on latest.tenant_id = ${tenantId} and latest.entity_id = asked."entityId"
    cross join lateral (
      select "timestamp" from packet_history stored
      where stored.series = latest.series and stored."timestamp" <= ${until}
      order by stored."timestamp" desc
      limit 1
    ) past`);
  return new Map(rows.map(({ entityId, last }) => [entityId, last]));
};
