import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { IncomingPacket } from '../ingest/incoming-packet.ts';
import { hourClosesAfterMilliseconds, hourInMilliseconds, startOfHour } from './hour-times.ts';

type Place = Pick<IncomingPacket, 'tenantId' | 'entityId' | 'time'>;

/**
 * Marks the hours of packets that came after their hour had closed. Packets on time cost nothing. `packets` are sorted by
 * tenant, entity and time, so that transactions lock the rows in the same order. The update of a marked hour keeps its
 * row locked: the hour cannot be rolled up before these packets are committed.
 */
export const markStaleHours = async (
  db: ScopedDatabase,
  packets: readonly Place[],
  receivedAt: Date,
): Promise<void> => {
  const closed = receivedAt.getTime() - hourInMilliseconds - hourClosesAfterMilliseconds;
  const late = packets.filter(({ time }) => startOfHour(time) <= closed);
  const hours = new Map(
    late.map(({ tenantId, entityId, time }) => {
      const hour = startOfHour(time);
      return [`${tenantId} ${entityId} ${hour}`, { tenant_id: tenantId, entity_id: entityId, hour: new Date(hour) }];
    }),
  );
  if (hours.size === 0) return;
  await db
    .insertInto('stale_packet_hours')
    .values([...hours.values()].map((hour) => ({ ...hour, marked: receivedAt })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'entity_id', 'hour'])
        .doUpdateSet((row) => ({ marked: row.ref('excluded.marked') })),
    )
    .execute();
};
