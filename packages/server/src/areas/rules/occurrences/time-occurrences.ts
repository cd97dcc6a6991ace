import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { Temporal } from 'temporal-polyfill';
import { holdsAt, holdsOnClock, isRangeAlone, readTimeLimits, type TimeLimits } from '../time/time-limits.ts';

/**
 * One period during which limitations hold, in milliseconds since 1970; null if its start or end lies beyond the search
 * range.
 */
export interface TimeOccurrence {
  readonly start: number | null;
  readonly finish: number | null;
}

interface LocalDay {
  readonly date: Temporal.PlainDate;
  readonly start: number;
  readonly finish: number;
}

type Times = { start: number; finish: number };

const dayLength = 86_400_000;

/** How far beyond the span an occurrence that touches it is followed. */
const sight = 7 * dayLength;

const localDays = (zone: string, first: number, last: number): readonly LocalDay[] => {
  const days: LocalDay[] = [];
  let date = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(zone).toPlainDate();
  let start = date.toZonedDateTime(zone).epochMilliseconds;
  while (start < last) {
    const next = date.add({ days: 1 });
    const finish = next.toZonedDateTime(zone).epochMilliseconds;
    days.push({ date, start, finish });
    [date, start] = [next, finish];
  }
  return days;
};

/** The seconds of a day at which the limits can begin or cease to hold. */
const secondsOf = ({ daily }: TimeLimits): readonly number[] => (daily ? [daily.from, daily.until] : []);

/** The moments of a day with a clock change, at which each second may occur twice or not at all. */
const momentsOfChangedDay = (limits: TimeLimits, { date, start }: LocalDay): readonly number[] => {
  const midnight = date.toPlainDateTime();
  const moments = secondsOf(limits).flatMap((seconds) =>
    (['earlier', 'later'] as const).map(
      (disambiguation) => midnight.add({ seconds }).toZonedDateTime(limits.zone, { disambiguation }).epochMilliseconds,
    ),
  );
  const change = Temporal.Instant.fromEpochMilliseconds(start)
    .toZonedDateTimeISO(limits.zone)
    .getTimeZoneTransition('next');
  return change ? [...moments, change.epochMilliseconds] : moments;
};

/** Splits the day where the limits can begin or cease to hold, and returns the parts at which they hold. */
const heldOfDay = (limits: TimeLimits, day: LocalDay): readonly Times[] => {
  const { date, start, finish } = day;
  const isChanged = finish - start !== dayLength;
  const holds = (moment: number): boolean =>
    isChanged ? holdsAt(limits, moment) : holdsOnClock(limits, date, (moment - start) / 1_000);
  const cuts = isChanged ? momentsOfChangedDay(limits, day) : secondsOf(limits).map((second) => start + second * 1_000);
  const within = cuts.filter((moment) => moment > start && moment < finish);
  const moments = [...new Set([start, ...within])].toSorted((one, other) => one - other);
  return moments
    .map((moment, index) => ({ start: moment, finish: moments[index + 1] ?? finish }))
    .filter((times) => holds(times.start));
};

/**
 * Returns a function that finds the periods that overlap the span from `from` to `to` and during which the limitations
 * of a rule hold, by start. They agree with running the rule, including clock changes of its zone. Adjacent periods are
 * merged. The local days of a zone are computed once for all rules.
 */
export const timeOccurrencesWithin = (from: number, to: number) => {
  const [sightFrom, sightTo] = [from - sight, to + sight];
  const daysByZone = new Map<string, readonly LocalDay[]>();
  const daysOf = (zone: string): readonly LocalDay[] => {
    const days = daysByZone.get(zone) ?? localDays(zone, sightFrom, sightTo);
    daysByZone.set(zone, days);
    return days;
  };

  return (conditions: TimeConditions): readonly TimeOccurrence[] => {
    const limits = readTimeLimits(conditions);
    if (limits.from >= to || limits.until <= from || limits.from >= limits.until) return [];
    const finite = (moment: number): number | null => (Number.isFinite(moment) ? moment : null);
    if (isRangeAlone(limits)) return [{ start: finite(limits.from), finish: finite(limits.until) }];

    const first = Math.max(limits.from, sightFrom);
    const last = Math.min(limits.until, sightTo);
    const joined: Times[] = [];
    for (const times of daysOf(limits.zone).flatMap((day) => heldOfDay(limits, day))) {
      const [start, finish] = [Math.max(times.start, first), Math.min(times.finish, last)];
      if (start >= finish) continue;
      const before = joined.at(-1);
      if (before?.finish === start) before.finish = finish;
      else joined.push({ start, finish });
    }
    return joined
      .filter(({ start, finish }) => start < to && finish > from)
      .map(({ start, finish }) => ({
        start: start === first && first > limits.from ? null : start,
        finish: finish === last && last < limits.until ? null : finish,
      }));
  };
};
