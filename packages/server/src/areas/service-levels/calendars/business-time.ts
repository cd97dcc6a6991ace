import type { Holiday, OpeningHours } from '@cfs/contracts/service-levels';
import { offsetSpans } from './zone-offsets.ts';

/** The times at which work is done. */
export interface OpenTimes {
  readonly timeZone: string;
  readonly isAlwaysOpen: boolean;
  readonly hours: readonly OpeningHours[];
  readonly holidays: readonly Pick<Holiday, 'date' | 'isYearly'>[];
}

/** Measures business time; moments and lengths in milliseconds. */
export interface BusinessTime {
  /** Business time from one moment to a later one. */
  readonly between: (from: number, until: number) => number;
  /**
   * Returns the moment at which the length of business time has passed. A negative length is subtracted without regard
   * to opening hours. Returns `undefined` if the calendar is not open for that long within ten years.
   */
  readonly after: (from: number, length: number) => number | undefined;
}

const minute = 60_000;
const day = 86_400_000;
const horizonDays = 3_653;

/** Counts every hour of every day. */
export const alwaysOpen: BusinessTime = {
  between: (from, until) => Math.max(until - from, 0),
  after: (from, length) => from + length,
};

type Opening = readonly [from: number, until: number];

const millisecondsOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * minute;
};

/** Days are numbered from 1 January 1970, a Thursday. 1 is Monday. */
const weekdayOf = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1;

/** The openings of a local day, by its number. */
const openingsByDay = ({ hours, holidays }: OpenTimes): ((number: number) => readonly Opening[]) => {
  const week = Map.groupBy(
    hours.toSorted((one, other) => one.from.localeCompare(other.from)),
    (each) => each.day,
  );
  const openings = new Map(
    [...week].map(([weekday, each]) => [
      weekday,
      each.map(({ from, until }): Opening => [millisecondsOf(from), millisecondsOf(until)]),
    ]),
  );
  const once = new Set(holidays.map(({ date }) => Date.parse(date) / day));
  const yearly = new Set(holidays.filter(({ isYearly }) => isYearly).map(({ date }) => date.slice(5)));
  const isHoliday = (number: number): boolean =>
    once.has(number) || (yearly.size > 0 && yearly.has(new Date(number * day).toISOString().slice(5, 10)));
  return (number) => (isHoliday(number) ? [] : (openings.get(weekdayOf(number)) ?? []));
};

/**
 * Measures business time by the local clock of the calendar's zone: a moment counts if its local day is not a holiday
 * and its local time lies within an opening of that weekday. An hour that a clock change skips does not count; one that
 * it repeats counts twice.
 */
export const businessTimeOf = (times: OpenTimes): BusinessTime => {
  if (times.isAlwaysOpen) return alwaysOpen;
  const openingsOf = openingsByDay(times);

  function* openSpans(from: number, until: number): Generator<Opening> {
    for (const span of offsetSpans(times.timeZone, from, until)) {
      const [first, end] = [span.from + span.offset, span.until + span.offset];
      for (let number = Math.floor(first / day); number * day < end; number += 1)
        for (const [opens, closes] of openingsOf(number)) {
          const [start, stop] = [Math.max(number * day + opens, first), Math.min(number * day + closes, end)];
          if (start < stop) yield [start - span.offset, stop - span.offset];
        }
    }
  }

  return {
    between: (from, until) => {
      let total = 0;
      for (const [start, stop] of openSpans(from, until)) total += stop - start;
      return total;
    },
    after: (from, length) => {
      if (length <= 0) return from + length;
      let left = length;
      for (const [start, stop] of openSpans(from, from + horizonDays * day)) {
        if (stop - start >= left) return start + left;
        left -= stop - start;
      }
      return undefined;
    },
  };
};
