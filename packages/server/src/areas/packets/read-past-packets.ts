import type { PacketMessage } from '@cfs/contracts/packets';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { recordSet } from '../../platform/database/record-set.ts';
import { packetMessage, packetReceived, seriesOf } from './stored-content.ts';

/** The packets of an entity after `from` and not after `to`, milliseconds since 1970. */
export interface PastPacketsQuery {
  readonly tenantId: string;
  readonly entityId: string;
  readonly from: number;
  readonly to: number;
  /** Whether the value of each packet is enough. */
  readonly needsValueAlone: boolean;
}

export interface StoredPacket {
  /** Bytes of what was read. */
  readonly bytes: number;
  readonly time: number;
  readonly receivedAt: number;
  readonly message: PacketMessage;
}

/** Most packets of one entity that are read, and bytes of them: those before are left out. */
const packetsPerEntity = 20_000;
const bytesPerEntity = 16 * 1024 * 1024;

/**
 * Milliseconds of the windows that one statement reads together, or one window that is longer: what it answers lies in memory
 * until it is looked at, and it has to end within the statement timeout.
 */
const windowsPerStatement = 24 * 60 * 60_000;

/** Splits items, each with so many milliseconds of windows, into parts that one statement can read. */
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

/** Reads stored packets of entities, by time; answers them in the order of the queries. */
export const readPastPackets = async (
  db: ScopedDatabase,
  queries: readonly PastPacketsQuery[],
): Promise<readonly (readonly StoredPacket[])[]> => {
  const found: (readonly StoredPacket[])[] = [];
  for (const part of partsByWindow(queries, ({ from, to }) => to - from)) found.push(...(await readPart(db, part)));
  return found;
};

const readPart = async (
  db: ScopedDatabase,
  queries: readonly PastPacketsQuery[],
): Promise<readonly (readonly StoredPacket[])[]> => {
  // The bounds over all let PostgreSQL leave out the partitions of other days.
  const from = new Date(Math.min(...queries.map((query) => query.from)));
  const to = new Date(Math.max(...queries.map((query) => query.to)));
  const asked = recordSet(
    'asked',
    { tenantId: 'uuid', entityId: 'uuid', from: 'timestamptz', to: 'timestamptz', needsValueAlone: 'boolean' },
    queries.map(({ tenantId, entityId, needsValueAlone, ...times }) => ({
      tenantId,
      entityId,
      needsValueAlone,
      from: new Date(times.from),
      to: new Date(times.to),
    })),
  );
  const rows = await db.guarded(sql<Row>`
    select asked.ordinal, past.bytes, past."timestamp", past.received_at, past.number, past.text, past.message
    from ${asked}
    cross join lateral (
      select counted.bytes, counted."timestamp", ${packetReceived('counted')} as received_at, counted.number, counted.text,
             case when not asked."needsValueAlone" then ${packetMessage('counted')} end as message
      from (
        select measured.*,
          sum(bytes) over (order by "timestamp" desc rows between unbounded preceding and 1 preceding) as newer_bytes
        from (
          select stored.*, coalesce(octet_length(stored.text), 0)
            + case when asked."needsValueAlone" then 0 else coalesce(octet_length(stored.message), 0) end as bytes
          from packet_history stored
          where stored.series = ${seriesOf(sql`asked."tenantId"`, sql`asked."entityId"`)}
            and stored."timestamp" > asked."from" and stored."timestamp" <= asked."to"
            and stored."timestamp" > ${from} and stored."timestamp" <= ${to}
          order by stored."timestamp" desc
          limit ${packetsPerEntity}
        ) measured
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
