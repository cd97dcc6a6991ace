import { sql } from 'kysely';
import { systemContext } from '../../platform/context.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Gate } from '../../platform/database/gate.ts';

const daysAhead = 2;

/** Makes the history's days up to two ahead, and drops those that are older than the days for which it is kept. */
export const keepPacketPartitions = async (gate: Gate, clock: Clock, retentionDays: number): Promise<void> => {
  const context = systemContext({ name: 'housekeeping', clock, tenantId: 'all' });
  await gate.write(context, 'Packets:edit', (db) =>
    db.run(
      sql`select gate.maintain_packet_partitions(${clock.now()}, ${daysAhead}, ${retentionDays}) where ${db.scopeGuard}`,
    ),
  );
};
