import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { Temporal } from 'temporal-polyfill';

/** Says whether a moment, in milliseconds since 1970, lies within a rule's time limitations. */
export type TimeWindow = (moment: number) => boolean;

const always: TimeWindow = () => true;

/** Nanoseconds are beyond what anybody enters: the end of a range or day named by date alone is the next midnight. */
const boundary = (text: string | null | undefined, zone: string, atEnd: boolean): number | undefined => {
  if (!text) return undefined;
  const iso = text.replace(' ', 'T');
  if (/(?:Z|[+-]\d\d:\d\d)$/i.test(iso)) return Date.parse(iso);
  const local = Temporal.PlainDateTime.from(iso);
  const shifted = atEnd && iso.length === 10 ? local.add({ days: 1 }) : local;
  return shifted.toZonedDateTime(zone).epochMilliseconds;
};

const secondsOf = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
};

const dailyWindow = (start: string | null | undefined, end: string | null | undefined) => {
  if (!start && !end) return undefined;
  return { from: start ? secondsOf(start) : 0, until: end ? secondsOf(end) : 86_400 };
};

/** Days of the week and month, where some but not all are chosen. */
const chosen = (days: readonly number[] | null | undefined, all: number): ReadonlySet<number> | undefined =>
  days && days.length > 0 && new Set(days).size < all ? new Set(days) : undefined;

/**
 * Compiles time limitations in their IANA zone, daylight saving included. A daily range holds its start and not its
 * end; one that ends before it starts passes midnight, and the part after midnight belongs to the day it began on.
 */
export const compileTimeConditions = (conditions: TimeConditions | null | undefined): TimeWindow => {
  if (!conditions) return always;
  const zone = conditions.TimeZoneId;
  const from = boundary(conditions.StartRange, zone, false) ?? Number.NEGATIVE_INFINITY;
  const until = boundary(conditions.EndRange, zone, true) ?? Number.POSITIVE_INFINITY;
  const daily = dailyWindow(conditions.DailyStartTime, conditions.DailyEndTime);
  const weekdays = chosen(conditions.DaysOfWeek, 7);
  const monthDays = chosen(conditions.DaysOfMonth, 31);
  const inRange: TimeWindow = (moment) => moment >= from && moment < until;
  if (!daily && !weekdays && !monthDays) return inRange;

  return (moment) => {
    if (!inRange(moment)) return false;
    const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
    let day = local.toPlainDate();
    if (daily) {
      const second = (local.hour * 60 + local.minute) * 60 + local.second;
      if (daily.from < daily.until) {
        if (second < daily.from || second >= daily.until) return false;
      } else if (second < daily.until) day = day.subtract({ days: 1 });
      else if (second < daily.from) return false;
    }
    return (!weekdays || weekdays.has(day.dayOfWeek % 7)) && (!monthDays || monthDays.has(day.day));
  };
};
