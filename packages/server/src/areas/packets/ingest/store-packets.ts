import { sql, type RawBuilder } from 'kysely';
import {
  doubleArray,
  integerArray,
  textArray,
  timeArray,
  uuidArray,
} from '../../../platform/database/binary-arrays.ts';
import { isDatabaseError } from '../../../platform/database/database-errors.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import { longestSpoolWait } from './find-spool-waits.ts';
import { markStaleHours } from '../hours/mark-stale-hours.ts';
import type { IncomingPacket, PacketOutcome, SpoolReport } from './incoming-packet.ts';
import { createSeriesCache, entityKey, type KnownSeries } from './known-series.ts';
import { limitEntities } from './limit-entities.ts';
import { messageText, packetMessage, seriesOf } from '../history/stored-content.ts';

/** A packet with its outcome. */
export interface PacketResult {
  readonly packet: IncomingPacket;
  outcome: PacketOutcome;
}

/** Packets that a transaction has stored. */
export interface StoredPackets {
  /** The outcome of each packet, in the given order. */
  readonly results: readonly PacketResult[];
  /** To be called once the transaction is committed. */
  committed(): void;
}

/** When packets arrived: all at one moment, or each with a delay after its own time, to be stored later. */
export type Received = Date | { readonly delayMilliseconds: number; readonly storedAt: Date };

/** In milliseconds since 1970. */
const receivedTime = (received: Received, packet: IncomingPacket): number =>
  received instanceof Date ? received.getTime() : packet.time + received.delayMilliseconds;

/** Stores packets for one node. */
export interface PacketStore {
  /**
   * Stores packets in the transaction: each key once, the first content wins. The latest packet of an entity is the one
   * with the newest time, whenever it arrives.
   *
   * Packets that are newer than any the node knows of their entity are inserted without looking for stored ones. If
   * another node has stored one of them, the statement fails: call `evict` with the packets then, and retry the
   * transaction.
   */
  store(db: ScopedDatabase, packets: readonly IncomingPacket[], received: Received): Promise<StoredPackets>;
  /** Whether the error means that the node's cache of the packets' entities is outdated. */
  isOutdated(error: unknown): boolean;
  /**
   * Whether the error means that the history has no partition for the day of a packet. Partitions are created ahead of
   * time; one is missing if the clock has advanced further, for example after a suspension of the machine.
   */
  lacksPartition(error: unknown): boolean;
  evict(packets: readonly IncomingPacket[]): void;
}

const sameKey = (one: IncomingPacket, other: IncomingPacket | undefined): boolean =>
  other !== undefined && one.time === other.time && one.entityId === other.entityId && one.tenantId === other.tenantId;

/** Orders by tenant, entity and time. Every transaction locks its rows in this order, so that they cannot deadlock. */
const byKey = (one: IncomingPacket, other: IncomingPacket): number => {
  if (one.entityId !== other.entityId && one.tenantId === other.tenantId) return one.entityId < other.entityId ? -1 : 1;
  if (one.tenantId !== other.tenantId) return one.tenantId < other.tenantId ? -1 : 1;
  return one.time - other.time;
};

/** A packet with the key of its entity; `isNew` if it is newer than any that is known of it. */
interface PlacedPacket {
  readonly packet: IncomingPacket;
  readonly result: PacketResult;
  readonly series: number;
  readonly isNew: boolean;
}

/** `sorted` is ordered by key; `newest` and `known` have one element for each of its entities, in the same order. */
const place = (
  sorted: readonly PacketResult[],
  newest: readonly IncomingPacket[],
  known: readonly KnownSeries[],
): PlacedPacket[] => {
  let entity = 0;
  return sorted.map((result) => {
    const { packet } = result;
    while (newest[entity]?.entityId !== packet.entityId || newest[entity]?.tenantId !== packet.tenantId) entity += 1;
    const of = known[entity];
    if (of === undefined) throw new RangeError('A packet has no series.');
    return { packet, result, series: of.series, isNew: packet.time > of.newest };
  });
};

/** Returns the newest packet of each entity from packets sorted by key. */
const newestOf = (packets: readonly IncomingPacket[]): IncomingPacket[] =>
  packets.filter((packet, index) => {
    const next = packets[index + 1];
    return next?.entityId !== packet.entityId || next.tenantId !== packet.tenantId;
  });

/**
 * Updates the latest packet of each entity, and locks its row until the transaction ends, so that transactions store
 * the packets of an entity one after the other. Without `series`, entities that have none get one, and the device that
 * sends them is stored. With `series`, the statement fails for an entity that has another one.
 */
const raiseLatest = async (
  db: ScopedDatabase,
  newest: readonly IncomingPacket[],
  series: readonly number[] | undefined,
  received: Received,
): Promise<void> => {
  await db.run(sql`
    insert into packets_latest as stored
      (tenant_id, entity_id, "timestamp", received_at, value, cpu_percent, memory_percent, device_id, series)
    select newest.tenant_id, newest.entity_id, newest."timestamp", newest.received_at, newest.value, newest.cpu_percent,
      newest.memory_percent, newest.device_id::uuid, ${
        // Entities that have a series use no value of the sequence.
        series
          ? sql`newest.series`
          : sql`coalesce(${seriesOf(sql`newest.tenant_id`, sql`newest.entity_id`)}, nextval('packet_series'))`
      }
    from unnest(
      ${uuidArray(newest.map(({ tenantId }) => tenantId))}::uuid[],
      ${uuidArray(newest.map(({ entityId }) => entityId))}::uuid[],
      ${timeArray(newest.map(({ time }) => time))}::timestamptz[],
      ${timeArray(newest.map((packet) => receivedTime(received, packet)))}::timestamptz[],
      ${textArray(newest.map(({ value }) => value))}::text[],
      ${doubleArray(newest.map(({ cpuPercent }) => cpuPercent))}::double precision[],
      ${doubleArray(newest.map(({ memoryPercent }) => memoryPercent))}::double precision[],
      ${textArray(series ? [] : newest.map(({ deviceId }) => deviceId ?? null))}::text[],
      ${integerArray(series ?? [])}::integer[]
    ) as newest(tenant_id, entity_id, "timestamp", received_at, value, cpu_percent, memory_percent, device_id, series)
    where ${db.scopeGuard}
    on conflict (tenant_id, entity_id) do update set
      "timestamp" = excluded."timestamp",
      received_at = excluded.received_at,
      value = excluded.value,
      cpu_percent = excluded.cpu_percent,
      memory_percent = excluded.memory_percent
      ${
        series
          ? sql`, series = case when stored.series = excluded.series then stored.series end`
          : sql`, device_id = coalesce(stored.device_id, excluded.device_id)`
      }
    where stored."timestamp" < excluded."timestamp"`);
};

/** The series of the entities and their newest times, in the order given. */
const readSeries = async (db: ScopedDatabase, entities: readonly IncomingPacket[]): Promise<KnownSeries[]> =>
  db.guarded(sql<KnownSeries>`
    select latest.series, (extract(epoch from latest."timestamp") * 1000)::double precision as newest
    from unnest(
      ${uuidArray(entities.map(({ tenantId }) => tenantId))}::uuid[],
      ${uuidArray(entities.map(({ entityId }) => entityId))}::uuid[]
    ) with ordinality as asked(tenant_id, entity_id, ordinal)
    join packets_latest latest using (tenant_id, entity_id)
    order by asked.ordinal`);

/** Returns the statement that adds packets to the history; `onConflict` is its clause for keys that are taken. */
const addPackets = <Row>(
  db: ScopedDatabase,
  placed: readonly PlacedPacket[],
  received: Received,
  onConflict: RawBuilder<unknown>,
): RawBuilder<Row> => sql`
  insert into packet_history (tenant_id, series, delay, "timestamp", number, text, message)
  select incoming.tenant_id, incoming.series, incoming.delay, incoming."timestamp", incoming.number, incoming.text,
    incoming.message
  from unnest(
    ${uuidArray(placed.map(({ packet }) => packet.tenantId))}::uuid[],
    ${integerArray(placed.map(({ series }) => series))}::integer[],
    ${doubleArray(placed.map(({ packet }) => receivedTime(received, packet) - packet.time))}::double precision[],
    ${timeArray(placed.map(({ packet }) => packet.time))}::timestamptz[],
    ${doubleArray(placed.map(({ packet }) => packet.content.number))}::double precision[],
    ${textArray(placed.map(({ packet }) => packet.content.text))}::text[],
    ${textArray(placed.map(({ packet }) => packet.content.message))}::text[]
  ) as incoming(tenant_id, series, delay, "timestamp", number, text, message)
  where ${db.scopeGuard} ${onConflict}`;

/** Adds packets that are not stored yet; the statement fails if one is. */
const addNew = async (db: ScopedDatabase, placed: readonly PlacedPacket[], received: Received): Promise<void> => {
  if (placed.length > 0) await db.run(addPackets(db, placed, received, sql``));
};

/** Adds those packets that are not stored yet; returns the others. */
const addUnlessStored = async (
  db: ScopedDatabase,
  placed: readonly PlacedPacket[],
  received: Received,
): Promise<readonly PlacedPacket[]> => {
  if (placed.length === 0) return [];
  const added = await db.run<{ series: number; time: number }>(
    addPackets(
      db,
      placed,
      received,
      sql`on conflict do nothing
      returning series, (extract(epoch from "timestamp") * 1000)::double precision as time`,
    ),
  );
  const keyOf = (series: number, time: number): string => `${series} ${time}`;
  const keys = new Set(added.map(({ series, time }) => keyOf(series, time)));
  return placed.filter(({ packet, series }) => !keys.has(keyOf(series, packet.time)));
};

/**
 * Compares packets whose keys are taken with the stored ones; returns those with the same content. Resent packets
 * mostly have the same text, so that only different texts are compared as jsonb, which costs more.
 */
const readSame = async (db: ScopedDatabase, placed: readonly PlacedPacket[]): Promise<Set<PacketResult>> => {
  const rows = await db.run<{ ordinal: number }>(sql`
    select incoming.ordinal::integer
    from unnest(
      ${integerArray(placed.map(({ series }) => series))}::integer[],
      ${timeArray(placed.map(({ packet }) => packet.time))}::timestamptz[],
      ${textArray(placed.map(({ packet }) => messageText(packet.content)))}::text[]
    ) with ordinality as incoming(series, "timestamp", message, ordinal)
    join packet_history stored using (series, "timestamp")
    where case
        when ${packetMessage('stored')}::text = incoming.message then true
        else ${packetMessage('stored')}::jsonb = incoming.message::jsonb
      end and ${db.scopeGuard}`);
  return new Set(rows.flatMap(({ ordinal }) => placed[ordinal - 1]?.result ?? []));
};

const isOutdated = (error: unknown): boolean =>
  isDatabaseError(error) &&
  ((error.code === '23505' && /^packet(_history_|s_latest$)/.test(error.table ?? '')) ||
    (error.code === '23502' && error.table === 'packets_latest' && error.column === 'series'));

/** PostgreSQL reports a missing partition as a check violation without a constraint. */
const lacksPartition = (error: unknown): boolean =>
  isDatabaseError(error) &&
  error.code === '23514' &&
  error.table === 'packet_history' &&
  error.constraint === undefined;

/**
 * Creates a store with its own cache of series; a process needs one store. By default, the entities of a tenant are not
 * limited.
 */
export const createPacketStore = (entitiesPerTenant = Infinity): PacketStore => {
  const cache = createSeriesCache();

  /**
   * Returns those of `entities`, one packet of each, that are not in the cache and of which `packets` has none of a
   * device.
   */
  const ofNoDevice = (
    entities: readonly IncomingPacket[],
    packets: readonly IncomingPacket[],
  ): readonly IncomingPacket[] => {
    const unknown = entities.filter((packet) => packet.deviceId === undefined && !cache.get(packet));
    if (unknown.length === 0) return unknown;
    const ofDevices = packets.filter(({ deviceId }) => deviceId !== undefined);
    const known = new Set(ofDevices.map(entityKey));
    return unknown.filter((packet) => !known.has(entityKey(packet)));
  };

  /** Updates the latest packets. The series of each entity come from the cache, or else from the database. */
  const raise = async (
    db: ScopedDatabase,
    newest: readonly IncomingPacket[],
    received: Received,
  ): Promise<{ readonly known: readonly KnownSeries[]; readonly raised: Promise<void> }> => {
    const cached = newest.map((packet) => cache.get(packet));
    const known = cached.filter((each) => each !== undefined);
    if (known.length === newest.length)
      return {
        known,
        raised: raiseLatest(
          db,
          newest,
          known.map(({ series }) => series),
          received,
        ),
      };
    const raised = raiseLatest(db, newest, undefined, received);
    const [rows] = await settleAll([readSeries(db, newest), raised]);
    return { raised, known: rows.map((row, index) => (cached[index]?.series === row.series ? cached[index] : row)) };
  };

  return {
    async store(db, packets, received) {
      const storedAt = received instanceof Date ? received : received.storedAt;
      const results = packets.map((packet): PacketResult => ({ packet, outcome: 'added' }));
      // Sorting is stable, so the first of several with one key stays the first.
      const ordered = [...results].sort((one, other) => byKey(one.packet, other.packet));
      const entities = newestOf(ordered.map(({ packet }) => packet));
      const isBeyond = await limitEntities(db, ofNoDevice(entities, packets), entitiesPerTenant);
      const newest = entities.filter((packet) => !isBeyond(packet));
      if (newest.length < entities.length)
        for (const result of results) if (isBeyond(result.packet)) result.outcome = 'beyond-limit';
      const sorted = ordered.filter(({ outcome }) => outcome === 'added');
      const { known, raised } = await raise(db, newest, received);
      const placed = place(sorted, newest, known);
      const distinct = placed.filter(({ packet }, index) => !sameKey(packet, placed[index - 1]?.packet));
      const [taken] = await settleAll([
        addUnlessStored(
          db,
          distinct.filter(({ isNew }) => !isNew),
          received,
        ),
        addNew(
          db,
          distinct.filter(({ isNew }) => isNew),
          received,
        ),
        raised,
        markStaleHours(
          db,
          distinct.map(({ packet }) => packet),
          storedAt,
        ),
      ]);
      const added = new Set(distinct);
      for (const each of taken) added.delete(each);
      const repeated = placed.filter((each) => !added.has(each));
      if (repeated.length > 0) {
        const same = await readSame(db, repeated);
        for (const { result } of repeated) result.outcome = same.has(result) ? 'duplicate' : 'conflict';
      }
      return {
        results,
        committed() {
          for (const [index, packet] of newest.entries()) {
            const { series, newest: before } = known[index] ?? { series: 0, newest: 0 };
            cache.set(packet, { series, newest: Math.max(before, packet.time) });
          }
        },
      };
    },
    isOutdated,
    lacksPartition,
    evict(packets) {
      for (const packet of packets) cache.delete(packet);
    },
  };
};

/** A device that does not report for this long is offline. Shorter breaks occur between the batches of a spool. */
const awayAfter = '1 minute';

/** Stores the reports of agents about their spools. A break is kept until waits for the packets before it are over. */
export const storeSpools = async (
  db: ScopedDatabase,
  reports: readonly SpoolReport[],
  receivedAt: Date,
): Promise<void> => {
  const newest = [...new Map(reports.map((report) => [report.deviceId, report])).values()].sort((one, other) =>
    one.deviceId < other.deviceId ? -1 : 1,
  );
  if (newest.length === 0) return;
  const hasReturned = sql`(excluded.seen - agent_spools.seen > ${awayAfter}::interval
    and excluded.seen - coalesce(agent_spools.returned, agent_spools.seen)
      >= ${longestSpoolWait} * interval '1 millisecond')`;
  await db.run(sql`
    insert into agent_spools (tenant_id, device_id, clock_offset_ms, sequence, oldest_unsent, seen)
    select report.tenant_id, report.device_id, report.clock_offset_ms, report.sequence, report.oldest_unsent, ${receivedAt}
    from unnest(
      ${uuidArray(newest.map(({ tenantId }) => tenantId))}::uuid[],
      ${uuidArray(newest.map(({ deviceId }) => deviceId))}::uuid[],
      ${doubleArray(newest.map(({ clockOffset }) => clockOffset))}::double precision[],
      ${doubleArray(newest.map(({ sequence }) => sequence))}::double precision[],
      ${timeArray(newest.map(({ oldestUnsent }) => oldestUnsent?.getTime() ?? null))}::timestamptz[]
    ) as report(tenant_id, device_id, clock_offset_ms, sequence, oldest_unsent)
    where ${db.scopeGuard}
    on conflict (tenant_id, device_id) do update set
      clock_offset_ms = excluded.clock_offset_ms,
      sequence = excluded.sequence,
      oldest_unsent = excluded.oldest_unsent,
      seen = excluded.seen,
      away_since = case when ${hasReturned} then agent_spools.seen else agent_spools.away_since end,
      returned = case when ${hasReturned} then excluded.seen else coalesce(agent_spools.returned, agent_spools.seen) end`);
};
