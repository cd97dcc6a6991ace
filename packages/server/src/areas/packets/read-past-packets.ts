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
  readonly time: number;
  readonly receivedAt: number;
  readonly message: PacketMessage;
}

/** Most packets of one entity that are read: those before are left out. */
const packetsPerEntity = 20_000;

interface Row {
  readonly ordinal: number;
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
  if (queries.length === 0) return [];
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
    select asked.ordinal, past."timestamp", past.received_at, past.number, past.text, past.message
    from ${asked}
    cross join lateral (
      select stored."timestamp", ${packetReceived('stored')} as received_at, stored.number, stored.text,
             case when not asked."needsValueAlone" then ${packetMessage('stored')} end as message
      from packet_history stored
      where stored.series = ${seriesOf(sql`asked."tenantId"`, sql`asked."entityId"`)}
        and stored."timestamp" > asked."from" and stored."timestamp" <= asked."to"
        and stored."timestamp" > ${from} and stored."timestamp" <= ${to}
      order by stored."timestamp" desc
      limit ${packetsPerEntity}
    ) past
    order by asked.ordinal, past."timestamp"`);
  const found = queries.map((): StoredPacket[] => []);
  for (const { ordinal, timestamp, received_at, number, text, message } of rows) {
    found[ordinal]?.push({
      time: timestamp.getTime(),
      receivedAt: received_at.getTime(),
      message: message ?? { Value: number ?? text },
    });
  }
  return found;
};
