import { expect, it } from 'vitest';
import { readRange, spanOf } from './history-range.ts';

it('reads a range from the URL', () => {
  expect(readRange('7d', undefined, undefined)).toEqual({ name: '7d' });
  expect(readRange('custom', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')).toEqual({
    name: 'custom',
    from: Date.UTC(2026, 0, 1),
    to: Date.UTC(2026, 0, 2),
  });
});

it('falls back to the last 24 hours if the URL has no range, an invalid one or one that is too long for a chart', () => {
  for (const [range, from, to] of [
    [undefined, undefined, undefined],
    ['toString', undefined, undefined],
    ['custom', 'x', '2026-01-02T00:00:00Z'],
    ['custom', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['custom', '2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ])
    expect(readRange(range, from, to)).toEqual({ name: '24h' });
});

it('ends a named range now', () => {
  expect(spanOf({ name: '1h' }, 7_200_000)).toEqual({ from: 3_600_000, to: 7_200_000 });
  expect(spanOf({ name: 'custom', from: 1, to: 2 }, 7_200_000)).toEqual({ from: 1, to: 2 });
});
