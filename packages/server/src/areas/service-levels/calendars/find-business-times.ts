import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { alwaysOpen, businessTimeOf, type BusinessTime } from './business-time.ts';

/**
 * Returns the business time of a calendar by its id. For `null` and for a deleted calendar, every hour counts; only
 * clocks that have ended name a deleted calendar.
 */
export type BusinessTimes = (calendarId: string | null) => BusinessTime;

/** Reads calendars, including shared ones. */
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
