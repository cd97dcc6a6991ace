import dayjs from 'dayjs';
import { dayAfter, startOfDay, type Day } from './calendar-place.ts';
import type { Timed } from './calendar-bars.ts';

/** The part of an item that is on one day, in hours of local time from 0 to 24. */
export interface HourBlock<Item> {
  readonly item: Item;
  readonly from: number;
  readonly to: number;
}

/** A block in one of the columns that it shares with overlapping blocks. */
export interface PlacedBlock<Item> extends HourBlock<Item> {
  readonly column: number;
  readonly columns: number;
}

/** The minimum height at which a block can be read and clicked, in hours. */
const minHours = 0.5;

const hourOf = (time: number): number => {
  const local = dayjs(time);
  return local.hour() + local.minute() / 60;
};

/** The blocks of the items that touch the day, in the order of the items. */
export const blocksOn = <Item>(items: readonly Item[], times: (item: Item) => Timed, day: Day) => {
  const [from, to] = [startOfDay(day), startOfDay(dayAfter(day, 1))];
  return items.flatMap((item): HourBlock<Item>[] => {
    const { start, finish } = times(item);
    const begins = start === null ? from : Date.parse(start);
    const ends = finish === null ? to : Date.parse(finish);
    if (begins >= to || ends < from || (ends === from && begins < from)) return [];
    return [{ item, from: begins < from ? 0 : hourOf(begins), to: ends >= to ? 24 : hourOf(ends) }];
  });
};

/**
 * Places blocks, ordered by start, side by side if they overlap, in at most `maxColumns` columns. Blocks that need a
 * further column are left out.
 */
export const sideBySide = <Item>(
  blocks: readonly HourBlock<Item>[],
  maxColumns: number,
): readonly PlacedBlock<Item>[] => {
  const placed: PlacedBlock<Item>[] = [];
  let group: (HourBlock<Item> & { readonly column: number })[] = [];
  let groupEnd = 0;
  const endGroup = (): void => {
    const columns = Math.max(0, ...group.map(({ column }) => column)) + 1;
    placed.push(...group.map((block) => ({ ...block, columns })));
    group = [];
  };
  for (const { item, from, to } of blocks.toSorted((one, other) => one.from - other.from)) {
    const block = { item, to: Math.min(24, Math.max(to, from + minHours)), from: Math.min(from, 24 - minHours) };
    if (block.from >= groupEnd) endGroup();
    const taken = new Set(group.filter((other) => other.to > block.from).map(({ column }) => column));
    const column = Array.from({ length: maxColumns }, (_, index) => index).find((index) => !taken.has(index));
    groupEnd = group.length === 0 ? block.to : Math.max(groupEnd, block.to);
    if (column !== undefined) group.push({ ...block, column });
  }
  endGroup();
  return placed;
};
