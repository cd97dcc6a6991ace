import { sql, type RawBuilder } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { markStaleHours } from './hours/mark-stale-hours.ts';
import type { IncomingPacket, PacketOutcome, SpoolReport } from './incoming-packet.ts';

/** An array of texts that need no quoting (GUIDs, times, numbers) in PostgreSQL's own notation. */
const plainArray = (items: readonly (string | number | null)[]): string =>
  `{${items.map((item) => item ?? 'NULL').join(',')}}`;

/**
 * The columns of the packets as three kinds of parameters that cost Node and PostgreSQL next to nothing to write and
 * to read: plain arrays, JSON arrays of texts, and the messages' own JSON put side by side.
 */
const incomingRows = (packets: readonly IncomingPacket[]): RawBuilder<unknown> => sql`rows from (
  unnest(${plainArray(packets.map((packet) => packet.tenantId))}::uuid[]),
  unnest(${plainArray(packets.map((packet) => packet.entityId))}::uuid[]),
  unnest(${plainArray(packets.map((packet) => new Date(packet.time).toISOString()))}::timestamptz[]),
  json_array_elements_text(${JSON.stringify(packets.map((packet) => packet.value))}::json),
  json_array_elements(${`[${packets.map((packet) => packet.text).join(',')}]`}::json)
) with ordinality as incoming(tenant_id, entity_id, "timestamp", value, message, ordinal)`;

const sameKey = (one: IncomingPacket, other: IncomingPacket | undefined): boolean =>
  other !== undefined && one.time === other.time && one.entityId === other.entityId && one.tenantId === other.tenantId;

/** By tenant, entity and time: every transaction locks its rows in this order, so none waits for another in a circle. */
const byKey = (one: IncomingPacket, other: IncomingPacket): number => {
  if (one.entityId !== other.entityId && one.tenantId === other.tenantId) return one.entityId < other.entityId ? -1 : 1;
  if (one.tenantId !== other.tenantId) return one.tenantId < other.tenantId ? -1 : 1;
  return one.time - other.time;
};

/** Adds what is new to the history and raises the latest; answers the places of the packets that were there already. */
const addPackets = async (
  db: ScopedDatabase,
  packets: readonly IncomingPacket[],
  receivedAt: Date,
): Promise<number[]> => {
  const latest = packets.filter((packet, index) => {
    const next = packets[index + 1];
    return next?.entityId !== packet.entityId || next.tenantId !== packet.tenantId;
  });
  const known = await db.run<{ ordinal: number }>(sql`
    with incoming as materialized (
      select * from ${incomingRows(packets)}
    ), added as (
      insert into packet_history (tenant_id, entity_id, "timestamp", received_at, value, message)
      select tenant_id, entity_id, "timestamp", ${receivedAt}, value, message
      from incoming where ${db.scopeGuard}
      on conflict do nothing
      returning tenant_id, entity_id, "timestamp"
    ), latest as (
      insert into packets_latest as stored
        (tenant_id, entity_id, "timestamp", received_at, value, cpu_percent, memory_percent)
      select *
      from rows from (
        unnest(${plainArray(latest.map((packet) => packet.tenantId))}::uuid[]),
        unnest(${plainArray(latest.map((packet) => packet.entityId))}::uuid[]),
        unnest(${plainArray(latest.map((packet) => new Date(packet.time).toISOString()))}::timestamptz[]),
        unnest(array_fill(${receivedAt}::timestamptz, array[${latest.length}::integer])),
        json_array_elements_text(${JSON.stringify(latest.map((packet) => packet.value))}::json),
        unnest(${plainArray(latest.map((packet) => packet.cpuPercent))}::double precision[]),
        unnest(${plainArray(latest.map((packet) => packet.memoryPercent))}::double precision[])
      ) as newest
      on conflict (tenant_id, entity_id) do update set
        "timestamp" = excluded."timestamp",
        received_at = excluded.received_at,
        value = excluded.value,
        cpu_percent = excluded.cpu_percent,
        memory_percent = excluded.memory_percent
      where stored."timestamp" < excluded."timestamp"
    )
    select ordinal::integer
    from incoming left join added using (tenant_id, entity_id, "timestamp")
    where added.tenant_id is null`);
  return known.map((row) => row.ordinal - 1);
};

/**
 * Of packets whose key is taken, those whose stored content is the same. What is sent again is mostly the same text;
 * only other texts are worth the cost of jsonb.
 */
const readSame = async (db: ScopedDatabase, packets: readonly IncomingPacket[]): Promise<Set<number>> => {
  const rows = await db.run<{ ordinal: number }>(sql`
    select ordinal::integer
    from ${incomingRows(packets)}
    join packet_history stored using (tenant_id, entity_id, "timestamp")
    where case
        when stored.message::text = incoming.message::text then true
        else stored.message::jsonb = incoming.message::jsonb
      end and ${db.scopeGuard}`);
  return new Set(rows.map((row) => row.ordinal - 1));
};

/**
 * Stores packets in the transaction: each key once, the first content wins. Answers what became of each, in the order
 * given. The latest of an entity is the one with the newest time, whenever it comes.
 */
export const storePackets = async (
  db: ScopedDatabase,
  packets: readonly IncomingPacket[],
  receivedAt: Date,
): Promise<readonly { readonly packet: IncomingPacket; outcome: PacketOutcome }[]> => {
  const results = packets.map((packet): { readonly packet: IncomingPacket; outcome: PacketOutcome } => ({
    packet,
    outcome: 'added',
  }));
  // Sorting is stable, so the first of several with one key stays the first.
  const sorted = [...results].sort((one, other) => byKey(one.packet, other.packet));
  const distinct = sorted.filter((each, index) => !sameKey(each.packet, sorted[index - 1]?.packet));
  const known = await addPackets(
    db,
    distinct.map((each) => each.packet),
    receivedAt,
  );
  await markStaleHours(
    db,
    distinct.map((each) => each.packet),
    receivedAt,
  );
  const knownResults = new Set(known.map((index) => distinct[index]));
  const first = new Set(distinct);
  const repeated = sorted.filter((each) => !first.has(each) || knownResults.has(each));
  if (repeated.length > 0) {
    const same = await readSame(
      db,
      repeated.map((each) => each.packet),
    );
    for (const [index, each] of repeated.entries()) each.outcome = same.has(index) ? 'duplicate' : 'conflict';
  }
  return results;
};

/** Keeps what agents told of their spools. */
export const storeSpools = async (
  db: ScopedDatabase,
  reports: readonly SpoolReport[],
  receivedAt: Date,
): Promise<void> => {
  const newest = [...new Map(reports.map((report) => [report.deviceId, report])).values()].sort((one, other) =>
    one.deviceId < other.deviceId ? -1 : 1,
  );
  if (newest.length === 0) return;
  await db
    .insertInto('agent_spools')
    .values(
      newest.map((report) => ({
        tenant_id: report.tenantId,
        device_id: report.deviceId,
        clock_offset_ms: report.clockOffset,
        sequence: report.sequence,
        oldest_unsent: report.oldestUnsent ?? null,
        seen: receivedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'device_id']).doUpdateSet((eb) => ({
        clock_offset_ms: eb.ref('excluded.clock_offset_ms'),
        sequence: eb.ref('excluded.sequence'),
        oldest_unsent: eb.ref('excluded.oldest_unsent'),
        seen: eb.ref('excluded.seen'),
      })),
    )
    .execute();
};
