import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Milliseconds without a note of any process after which the server was away: a shorter break is a restart. */
export const awayAfterMilliseconds = 30_000;

/** Milliseconds between the ends of two outages that are waited for: a server that comes and goes delays no more. */
export const outagePauseMilliseconds = 10 * 60_000;

/** Milliseconds in which an agent reports after an outage: two calls of at most 15 s, and a pause of at most 30 s between. */
export const reportMilliseconds = 60_000;

/**
 * Until when to wait for what agents have to report after an outage of the server; undefined where it was not away. It is a
 * minute after the server's return. Where no process takes packets yet, as when a worker starts first, its return is the
 * first look, and later the moment from which packets are taken.
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
