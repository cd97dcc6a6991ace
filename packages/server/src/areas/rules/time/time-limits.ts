import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { Temporal } from 'temporal-polyfill';

/** The parsed time limitations of a rule. Limits that are not set are infinite or absent. */
export interface TimeLimits {
  readonly zone: string;
  /** The range in milliseconds since 1970; `until` is not part of it. */
  readonly from: number;
  readonly until: number;
  /** Seconds of the local day; a range that ends before it starts passes midnight. */
  readonly daily: { readonly from: number; readonly until: number } | undefined;
  readonly weekdays: ReadonlySet<number> | undefined;
  readonly monthDays: ReadonlySet<number> | undefined;
}

/** The end of a range or a day given by date only is the next midnight; no one enters nanoseconds. */
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

const dailyLimits = (start: string | null | undefined, end: string | null | undefined): TimeLimits['daily'] => {
  if (!start && !end) return undefined;
  return { from: start ? secondsOf(start) : 0, until: end ? secondsOf(end) : 86_400 };
};

/** Days of the week or month if some but not all are chosen; otherwise `undefined`. */
const chosen = (days: readonly number[] | null | undefined, all: number): ReadonlySet<number> | undefined =>
  days && days.length > 0 && new Set(days).size < all ? new Set(days) : undefined;

/** Parses time limitations in their IANA zone. */
export const readTimeLimits = (conditions: TimeConditions): TimeLimits => {
  const zone = conditions.TimeZoneId;
  return {
    zone,
    from: boundary(conditions.StartRange, zone, false) ?? Number.NEGATIVE_INFINITY,
    until: boundary(conditions.EndRange, zone, true) ?? Number.POSITIVE_INFINITY,
    daily: dailyLimits(conditions.DailyStartTime, conditions.DailyEndTime),
    weekdays: chosen(conditions.DaysOfWeek, 7),
    monthDays: chosen(conditions.DaysOfMonth, 31),
  };
};

/** Whether the limits consist only of a range. */
export const isRangeAlone = ({ daily, weekdays, monthDays }: TimeLimits): boolean => !daily && !weekdays && !monthDays;

/**
 * Whether a second of a local day lies within the limits, ignoring their range. A daily range includes its start and
 * excludes its end; its part after midnight belongs to the day on which it began.
 */
export const holdsOnClock = (
  { daily, weekdays, monthDays }: TimeLimits,
  date: Temporal.PlainDate,
  second: number,
): boolean => {
  let day = date;
  if (daily) {
    if (daily.from < daily.until) {
      if (second < daily.from || second >= daily.until) return false;
    } else if (second < daily.until) day = day.subtract({ days: 1 });
    else if (second < daily.from) return false;
  }
  return (!weekdays || weekdays.has(day.dayOfWeek % 7)) && (!monthDays || monthDays.has(day.day));
};

/** Whether a moment, in milliseconds since 1970, lies within the limits, ignoring their range. */
export const holdsAt = (limits: TimeLimits, moment: number): boolean => {
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(limits.zone);
  return holdsOnClock(limits, local.toPlainDate(), (local.hour * 60 + local.minute) * 60 + local.second);
};
