import { startOfDay, dayAfter, type Day } from './calendar-place.ts';

/**
 * The start and the finish of an item in the calendar; `null` if it is outside the loaded time, or if there is none.
 */
export interface Timed {
  readonly start: string | null;
  readonly finish: string | null;
}

/** An item on the days that are shown. `first` and `last` are indexes of days, from 0. */
export interface Bar<Item> {
  readonly item: Item;
  readonly first: number;
  readonly last: number;
  /** Whether it began before the first of the days, and whether it ends after the last. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** A bar in its lane, counted from 0. */
export interface LaneBar<Item> extends Bar<Item> {
  readonly lane: number;
}

const moment = (time: string | null, open: number): number => (time === null ? open : Date.parse(time));

/**
 * The items that touch the days, in their order. An item that ends at midnight does not touch the day that begins then.
 */
export const barsOn = <Item>(items: readonly Item[], times: (item: Item) => Timed, days: readonly Day[]) => {
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  if (firstDay === undefined || lastDay === undefined) return [];
  const starts = days.map(startOfDay);
  const [from, to] = [startOfDay(firstDay), startOfDay(dayAfter(lastDay, 1))];
  const dayOf = (time: number): number => starts.findLastIndex((start) => start <= time);
  return items.flatMap((item): Bar<Item>[] => {
    const { start, finish } = times(item);
    const [begins, ends] = [moment(start, Number.NEGATIVE_INFINITY), moment(finish, Number.POSITIVE_INFINITY)];
    const isMoment = begins === ends;
    if (begins >= to || ends < from || (ends === from && !isMoment)) return [];
    return [
      {
        item,
        first: begins < from ? 0 : dayOf(begins),
        last: ends > to ? days.length - 1 : dayOf(isMoment ? ends : ends - 1),
        isCutBefore: begins < from,
        isCutAfter: ends > to,
      },
    ];
  });
};

/** Puts bars into lanes in which they do not overlap: bars of several days first, then by their first day. */
export const inLanes = <Item>(bars: readonly Bar<Item>[]): readonly LaneBar<Item>[] => {
  const free: number[] = [];
  const byLength = bars.toSorted(
    (one, other) => Number(other.last > other.first) - Number(one.last > one.first) || one.first - other.first,
  );
  return byLength.map((bar) => {
    const known = free.findIndex((day) => day <= bar.first);
    const lane = known === -1 ? free.length : known;
    free[lane] = bar.last + 1;
    return { ...bar, lane };
  });
};

/** The bars that touch a day, counted from 0. */
export const barsOfDay = <Kind extends Bar<unknown>>(bars: readonly Kind[], day: number): readonly Kind[] =>
  bars.filter(({ first, last }) => first <= day && day <= last);
