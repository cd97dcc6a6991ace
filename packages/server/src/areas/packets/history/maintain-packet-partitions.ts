import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemContext } from '../../../platform/context.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Gate } from '../../../platform/database/gate.ts';

const daysAhead = 2;
const monthsAhead = 1;
/** Months for which the hours of packets are kept, not counting the current one. */
const hourRetentionMonths = 13;

const housekeeping = (clock: Clock) => systemContext({ name: 'housekeeping', clock, tenantId: 'all' });

/**
 * Creates the daily partitions of the history up to two days ahead, and the monthly ones of its hours up to one month
 * ahead.
 */
export const maintainPacketPartitions = async (gate: Gate, clock: Clock, retentionDays: number): Promise<void> => {
  await gate.write(housekeeping(clock), 'Packets:edit', async (db) => {
    await db.run(
      sql`select gate.maintain_packet_partitions(${clock.now()}, ${daysAhead}, ${retentionDays}) where ${db.scopeGuard}`,
    );
    await db.run(sql`
      select gate.maintain_packet_hour_partitions(${clock.now()}, ${monthsAhead}, ${hourRetentionMonths})
      where ${db.scopeGuard}`);
  });
};

/** Tries to drop the oldest partition that is no longer kept: `false` if it is in use, `undefined` if there is none. */
const dropOldest = async (gate: Gate, clock: Clock, retentionDays: number): Promise<boolean | undefined> => {
  const [row] = await gate.write(housekeeping(clock), 'Packets:edit', (db) =>
    db.run<{ isDropped: boolean | null }>(sql`
      select gate.drop_packet_partition(${clock.now()}, ${retentionDays}, ${hourRetentionMonths}) as "isDropped"
      where ${db.scopeGuard}`),
  );
  return row?.isDropped ?? undefined;
};

/** The number of retries for partitions in use, and the milliseconds between them. */
export interface DropRetries {
  readonly retries: number;
  readonly pauseMilliseconds: number;
}

/** Retries for ten minutes, of which other transactions wait at most 2 %. */
const usualRetries: DropRetries = { retries: 120, pauseMilliseconds: 5_000 };

/**
 * Drops the days and months that are no longer kept, each in its own transaction. Other transactions wait no longer
 * than the lock timeout of `gate.drop_packet_partition`: a partition in use is retried later. Ends early if the signal
 * is aborted. Resolves with whether none is left.
 */
export const dropPacketPartitions = async (
  gate: Gate,
  clock: Clock,
  retentionDays: number,
  signal: AbortSignal,
  { retries, pauseMilliseconds }: DropRetries = usualRetries,
): Promise<boolean> => {
  for (let tried = 0; !signal.aborted;) {
    const isDropped = await dropOldest(gate, clock, retentionDays);
    if (isDropped === undefined) return true;
    if (isDropped) continue;
    if (tried === retries) return false;
    tried += 1;
    await pause(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
  }
  return false;
};
