import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { alwaysOpen, businessTimeOf, type BusinessTime } from './business-time.ts';

/**
 * How calendars measure time, by their ids. `null` measures around the clock, and so does a calendar that was deleted:
 * only clocks that have ended name one.
 */
export type BusinessTimes = (calendarId: string | null) => BusinessTime;

/** Reads calendars, shared ones among them. */
export const findBusinessTimes = async (
  db: ScopedDatabase,
  calendarIds: readonly (string | null)[],
): Promise<BusinessTimes> => {
  const ids = [...new Set(calendarIds.filter((id) => id !== null))];
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('business_calendars')
          .select(['business_calendar_id', 'time_zone', 'is_always_open', 'hours', 'holidays'])
          .where('business_calendar_id', 'in', ids)
          .execute();
  const times = new Map(
    rows.map((row) => [
      row.business_calendar_id,
      businessTimeOf({
        timeZone: row.time_zone,
        isAlwaysOpen: row.is_always_open,
        hours: row.hours,
        holidays: row.holidays,
      }),
    ]),
  );
  return (calendarId) => (calendarId === null ? undefined : times.get(calendarId)) ?? alwaysOpen;
};
