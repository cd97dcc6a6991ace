import { describe, expect, test } from 'vitest';
import type { Timed } from './calendar-bars.ts';
import { blocksOn, sideBySide } from './hour-blocks.ts';

const local = (text: string): string => new Date(text).toISOString();
const item = (from: string, to: string): Timed => ({ start: local(from), finish: local(to) });
const on = (day: string, ...items: readonly Timed[]) => blocksOn(items, (each) => each, day);

describe('blocks of a day', () => {
  test('are placed by local time', () => {
    expect(on('2026-03-03', item('2026-03-03T10:30', '2026-03-03T12:00'))).toMatchObject([{ from: 10.5, to: 12 }]);
    const night = item('2026-03-02T22:00', '2026-03-04T02:00');
    expect(on('2026-03-02', night)).toMatchObject([{ from: 22, to: 24 }]);
    expect(on('2026-03-03', night)).toMatchObject([{ from: 0, to: 24 }]);
    expect(on('2026-03-04', night)).toMatchObject([{ from: 0, to: 2 }]);
    expect(on('2026-03-05', night)).toEqual([]);
    expect(on('2026-03-03', { start: null, finish: null })).toMatchObject([{ from: 0, to: 24 }]);
  });

  test('end with the day before at midnight', () => {
    const evening = item('2026-03-02T22:00', '2026-03-03T00:00');
    expect(on('2026-03-02', evening)).toMatchObject([{ from: 22, to: 24 }]);
    expect(on('2026-03-03', evening)).toEqual([]);
  });

  test('share the width with blocks that overlap', () => {
    const blocks = on(
      '2026-03-03',
      item('2026-03-03T08:00', '2026-03-03T12:00'),
      item('2026-03-03T09:00', '2026-03-03T10:00'),
      item('2026-03-03T10:00', '2026-03-03T11:00'),
      item('2026-03-03T12:00', '2026-03-03T13:00'),
    );
    expect(sideBySide(blocks, 2).map(({ column, columns }) => [column, columns])).toEqual([
      [0, 2],
      [1, 2],
      [1, 2],
      [0, 1],
    ]);
  });

  test('are left out if there are too many', () => {
    const many = Array.from({ length: 5 }, () => item('2026-03-03T08:00', '2026-03-03T12:00'));
    expect(sideBySide(on('2026-03-03', ...many), 2)).toHaveLength(2);
  });

  test('of zero length have a height that can be clicked', () => {
    const [moment, late] = sideBySide(
      on('2026-03-03', item('2026-03-03T08:00', '2026-03-03T08:00'), item('2026-03-03T23:50', '2026-03-03T23:55')),
      2,
    );
    expect([moment?.from, moment?.to, late?.from, late?.to]).toEqual([8, 8.5, 23.5, 24]);
  });
});
