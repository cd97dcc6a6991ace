import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** Milliseconds without a note of any process that count as an outage; a shorter break is a restart. */
export const awayAfterMilliseconds = 30_000;

/** Minimum milliseconds between the ends of two outages that cause a wait, so that repeated outages add no delay. */
export const outagePauseMilliseconds = 10 * 60_000;

/** Milliseconds in which an agent reports after an outage: two calls of at most 15 s, and a pause of at most 30 s. */
export const reportMilliseconds = 60_000;

/**
 * Returns until when to wait for the reports of agents after an outage of the server; `undefined` if there is nothing
 * to wait for. The wait ends a minute after the server's return. If no process takes packets yet, for example because a
 * worker starts first, the return is the first call of this function, and later the moment from which packets are
 * taken.
 */
export const findIntakeWait = async (db: ScopedDatabase, now: Date): Promise<Date | undefined> => {
  const intake = await db
    .selectFrom('packet_intake')
    .select(['seen', 'away_since', 'returned'])
    .where('tenant_id', '=', systemTenantId)
    .executeTakeFirst();
  if (!intake) return undefined;
  const { seen, away_since: awaySince } = intake;
  let { returned } = intake;
  const isFound = awaySince?.getTime() === seen.getTime();
  const isPaused = returned !== null && now.getTime() - returned.getTime() < outagePauseMilliseconds;
  if (now.getTime() - seen.getTime() > awayAfterMilliseconds && !isFound && !isPaused) {
    await db
      .updateTable('packet_intake')
      .set({ away_since: seen, returned: now })
      .where('tenant_id', '=', systemTenantId)
      .where('seen', '=', seen)
      .execute();
    returned = now;
  }
  const end = new Date((returned?.getTime() ?? 0) + reportMilliseconds);
  return now < end ? end : undefined;
};
