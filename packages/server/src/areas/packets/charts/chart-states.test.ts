import { describe, expect, it } from 'vitest';
import { toChartStates, type StateChange } from './chart-states.ts';

const bands = (changes: readonly [number, string | null][], end: number, shortest = 1) =>
  toChartStates(
    changes.map(([at, text]): StateChange => ({ at, text })),
    end,
    shortest,
  ).map(({ from, to, value, changes: count }) => [Date.parse(from), Date.parse(to), value, count]);

describe('states of a chart', () => {
  it('last until the next change or the end', () => {
    expect(
      bands(
        [
          [0, 'up'],
          [50, 'down'],
          [60, null],
          [80, 'up'],
        ],
        100,
      ),
    ).toEqual([
      [0, 50, 'up', 1],
      [50, 60, 'down', 1],
      [80, 100, 'up', 1],
    ]);
  });

  it('are one band while the text stays the same', () => {
    expect(
      bands(
        [
          [0, 'up'],
          [50, 'up'],
        ],
        100,
      ),
    ).toEqual([[0, 100, 'up', 1]]);
  });

  it('are merged if they are too short to be drawn, and count the merged changes', () => {
    const flapping = Array.from({ length: 10 }, (_, at): [number, string] => [at, at % 2 === 0 ? 'up' : 'down']);
    const merged = bands([...flapping, [10, 'up']], 100, 5);
    expect(merged.length).toBeLessThanOrEqual(4);
    expect(merged.at(-1)).toEqual([10, 100, 'up', 1]);
    expect(merged.reduce((sum, [, , , count]) => sum + Number(count), 0)).toBe(11);
  });

  it('keep a short outage visible', () => {
    expect(
      bands(
        [
          [0, 'up'],
          [50, 'down'],
          [51, 'up'],
        ],
        100,
        5,
      ),
    ).toContainEqual([50, 51, 'down', 1]);
  });
});
