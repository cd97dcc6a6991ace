import type { PacketMessage } from '@cfs/contracts/packets';
import { sql, type RawBuilder } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { packetMessage, packetReceived, seriesOf } from './stored-content.ts';

/** The packets of an entity after `from` and not after `to`, milliseconds since 1970. */
export interface PastSpan {
  readonly tenantId: string;
  readonly entityId: string;
  readonly from: number;
  readonly to: number;
  /** Whether only the value of each packet is needed; default `false`. */
  readonly needsValueAlone?: boolean;
}

export interface StoredPacket {
  /** Number of bytes that were read. */
  readonly bytes: number;
  readonly time: number;
  readonly receivedAt: number;
  readonly message: PacketMessage;
}

/** Maximum packets of one entity that are read, and bytes of them; older packets are omitted. */
const packetsPerEntity = 20_000;
const bytesPerEntity = 16 * 1024 * 1024;

/** Whether packets with these bytes reach a limit of an entity, so that older ones are omitted. */
export const isWindowFull = (bytes: readonly number[]): boolean =>
  bytes.length >= packetsPerEntity || bytes.reduce((sum, each) => sum + each, 0) >= bytesPerEntity;

/** Returns the index of the oldest packet that is not omitted, given the bytes of each packet in order of time. */
export const placeOfOldest = (bytes: readonly number[]): number => {
  let newer = 0;
  let place = bytes.length;
  while (place > 0 && bytes.length - place < packetsPerEntity && newer < bytesPerEntity) {
    place -= 1;
    newer += bytes[place] ?? 0;
  }
  return place;
};

/**
 * Maximum total milliseconds of the windows that one statement reads, unless it reads a single longer one. Its result
 * stays in memory until it is processed, and it has to finish within the statement timeout.
 */
const windowsPerStatement = 24 * 60 * 60_000;

/** Splits items into parts that one statement can read; `windowOf` returns the milliseconds of an item's window. */
export const partsByWindow = <Item>(items: readonly Item[], windowOf: (item: Item) => number): Item[][] => {
  const parts: Item[][] = [];
  let milliseconds = Infinity;
  for (const item of items) {
    const window = windowOf(item);
    milliseconds += window;
    if (milliseconds <= windowsPerStatement) parts.at(-1)?.push(item);
    else {
      parts.push([item]);
      milliseconds = window;
    }
  }
  return parts;
};

interface Row {
  readonly ordinal: number;
  readonly bytes: number;
  readonly timestamp: Date;
  readonly received_at: Date;
  readonly number: number | null;
  readonly text: string | null;
  readonly message: PacketMessage | null;
}

/** Reads stored packets of entities, by time; returns them in the order of the queries. */
export const readPastPackets = async (
  db: ScopedDatabase,
  queries: readonly PastSpan[],
): Promise<readonly (readonly StoredPacket[])[]> => {
  const found: (readonly StoredPacket[])[] = [];
  for (const part of partsByWindow(queries, ({ from, to }) => to - from)) found.push(...(await readPart(db, part)));
  return found;
};

/** The number of packets, and the time of the oldest. */
export interface PacketCount {
  readonly packets: number;
  readonly oldest: number | undefined;
}

/**
 * Counts packets of entities without reading them, up to one more than are read of an entity; `oldest` is the oldest of
 * the counted packets. Returns the counts in the order of the queries.
 */
export const countPastPackets = async (
  db: ScopedDatabase,
  queries: readonly PastSpan[],
): Promise<readonly PacketCount[]> => {
  const counted: PacketCount[] = [];
  for (const part of partsByWindow(queries, ({ from, to }) => to - from)) counted.push(...(await countPart(db, part)));
  return counted;
};

const countPart = async (db: ScopedDatabase, queries: readonly PastSpan[]): Promise<readonly PacketCount[]> => {
  const rows = await db.guarded(sql<{ readonly packets: number; readonly oldest: Date | null }>`
    select counted.packets, counted.oldest
    from ${askedOf(queries)}
    cross join lateral (
      select count(*)::integer as packets, min("timestamp") as oldest
      from (${newestOf(queries, sql`stored."timestamp"`, packetsPerEntity + 1)}) newest
    ) counted
    order by asked.ordinal`);
  return rows.map(({ packets, oldest }) => ({ packets, oldest: oldest?.getTime() }));
};

const askedOf = (queries: readonly PastSpan[]) =>
  recordSet(
    'asked',
    { tenantId: 'uuid', entityId: 'uuid', from: 'timestamptz', to: 'timestamptz', needsValueAlone: 'boolean' },
    queries.map(({ tenantId, entityId, from, to, needsValueAlone = false }) => ({
      tenantId,
      entityId,
      needsValueAlone,
      from: new Date(from),
      to: new Date(to),
    })),
  );

/** SQL for the newest rows of the entity of the row `asked`, under the alias `stored`. */
const newestOf = (queries: readonly PastSpan[], columns: RawBuilder<unknown>, max: number) => {
  // The bounds over all queries let PostgreSQL prune the partitions of other days.
  const from = new Date(Math.min(...queries.map((query) => query.from)));
  const to = new Date(Math.max(...queries.map((query) => query.to)));
  return sql`
    select ${columns}
    from packet_history stored
    where stored.series = ${seriesOf(sql`asked."tenantId"`, sql`asked."entityId"`)}
      and stored."timestamp" > asked."from" and stored."timestamp" <= asked."to"
      and stored."timestamp" > ${from} and stored."timestamp" <= ${to}
    order by stored."timestamp" desc
    limit ${max}`;
};

const readPart = async (
  db: ScopedDatabase,
  queries: readonly PastSpan[],
): Promise<readonly (readonly StoredPacket[])[]> => {
  const measured = sql`stored.*, coalesce(octet_length(stored.text), 0)
    + case when asked."needsValueAlone" then 0 else coalesce(octet_length(stored.message), 0) end as bytes`;
  const rows = await db.guarded(sql<Row>`
    select asked.ordinal, past.bytes, past."timestamp", past.received_at, past.number, past.text, past.message
    from ${askedOf(queries)}
    cross join lateral (
      select counted.bytes, counted."timestamp", ${packetReceived('counted')} as received_at, counted.number, counted.text,
             case when not asked."needsValueAlone" then ${packetMessage('counted')} end as message
      from (
        select measured.*,
          sum(bytes) over (order by "timestamp" desc rows between unbounded preceding and 1 preceding) as newer_bytes
        from (${newestOf(queries, measured, packetsPerEntity)}) measured
      ) counted
      where coalesce(counted.newer_bytes, 0) < ${bytesPerEntity}
    ) past
    order by asked.ordinal, past."timestamp"`);
  const found = queries.map((): StoredPacket[] => []);
  for (const { ordinal, bytes, timestamp, received_at, number, text, message } of rows) {
    found[ordinal]?.push({
      bytes,
      time: timestamp.getTime(),
      receivedAt: received_at.getTime(),
      message: message ?? { Value: number ?? text },
    });
  }
  return found;
};
