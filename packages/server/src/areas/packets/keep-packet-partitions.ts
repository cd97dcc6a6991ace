import { sql } from 'kysely';
import { systemContext } from '../../platform/context.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Gate } from '../../platform/database/gate.ts';

const daysAhead = 2;
const monthsAhead = 1;
/** Months for which the hours of packets are kept, the present one not counted. */
const hourRetentionMonths = 13;

/**
 * Creates the history's days up to two ahead and the months of its hours up to one ahead, and drops those that are older
 * than they are kept.
 */
export const keepPacketPartitions = async (gate: Gate, clock: Clock, retentionDays: number): Promise<void> => {
  const context = systemContext({ name: 'housekeeping', clock, tenantId: 'all' });
  await gate.write(context, 'Packets:edit', async (db) => {
    await db.run(
      sql`select gate.maintain_packet_partitions(${clock.now()}, ${daysAhead}, ${retentionDays}) where ${db.scopeGuard}`,
    );
    await db.run(sql`
      select gate.maintain_packet_hour_partitions(${clock.now()}, ${monthsAhead}, ${hourRetentionMonths})
      where ${db.scopeGuard}`);
  });
};
