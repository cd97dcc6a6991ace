import { describe, expect, test } from 'vitest';
import { barsOfDay, barsOn, inLanes, type Timed } from './calendar-bars.ts';

const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'];

/** Converts a time in the local time zone. */
const local = (text: string): string => new Date(text).toISOString();
const item = (start: string, finish: string): Timed => ({ start: local(start), finish: local(finish) });
const placed = (...items: readonly Timed[]) =>
  barsOn(items, (each) => each, days).map(({ first, last, isCutBefore, isCutAfter }) => [
    first,
    last,
    isCutBefore,
    isCutAfter,
  ]);

describe('bars', () => {
  test('cover each day that they touch', () => {
    expect(placed(item('2026-03-03T22:00', '2026-03-04T02:00'))).toEqual([[1, 2, false, false]]);
    expect(placed(item('2026-03-03T22:00', '2026-03-04T00:00'))).toEqual([[1, 1, false, false]]);
    expect(placed(item('2026-03-03T00:00', '2026-03-03T00:00'))).toEqual([[1, 1, false, false]]);
  });

  test('are cut at the ends of the days', () => {
    expect(placed(item('2026-02-01T00:00', '2026-04-01T00:00'))).toEqual([[0, 6, true, true]]);
    expect(placed(item('2026-03-08T12:00', '2026-03-09T00:00'))).toEqual([[6, 6, false, false]]);
    expect(placed({ start: null, finish: local('2026-03-03T12:00') }, { start: null, finish: null })).toEqual([
      [0, 1, true, false],
      [0, 6, true, true],
    ]);
  });

  test('that end when the days begin, or begin when they end, are left out', () => {
    expect(placed(item('2026-03-01T12:00', '2026-03-02T00:00'), item('2026-03-09T00:00', '2026-03-09T01:00'))).toEqual(
      [],
    );
  });

  test('never overlap, and those of several days are on top', () => {
    const bars = inLanes(
      barsOn(
        [
          item('2026-03-02T08:00', '2026-03-02T09:00'),
          item('2026-03-02T08:30', '2026-03-04T09:00'),
          item('2026-03-05T08:00', '2026-03-05T09:00'),
          item('2026-03-04T08:00', '2026-03-04T09:00'),
        ],
        (each) => each,
        days,
      ),
    );
    expect(bars.map(({ first, last, lane }) => [first, last, lane])).toEqual([
      [0, 2, 0],
      [0, 0, 1],
      [2, 2, 1],
      [3, 3, 0],
    ]);
    expect(barsOfDay(bars, 2)).toHaveLength(2);
  });
});
