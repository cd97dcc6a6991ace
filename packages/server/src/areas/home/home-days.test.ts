import { expect, test } from 'vitest';
import { daysUntil } from './home-days.ts';

const hours = (now: string, zone: string) =>
  daysUntil(new Date(now), zone)
    .last(3)
    .map(({ from, before }) => (before.getTime() - from.getTime()) / 3_600_000);

test.each([
  ['Europe/Berlin', '2026-03-30T10:00:00Z', [24, 23, 24]],
  ['America/New_York', '2026-11-02T12:00:00Z', [24, 25, 24]],
  ['Australia/Lord_Howe', '2026-10-05T00:00:00Z', [24, 23.5, 24]],
  // Midnight of 6 September 2026 does not exist: the day begins at 1 a.m.
  ['America/Santiago', '2026-09-07T12:00:00Z', [24, 23, 24]],
])('days of %s have the lengths of its time zone', (zone, now, lengths) => {
  expect(hours(now, zone)).toEqual(lengths);
});

test('days are contiguous and end with today', () => {
  const days = daysUntil(new Date('2026-11-23T23:30:00Z'), 'Asia/Tokyo');
  expect(days.today).toBe('2026-11-24');
  const last = days.last(14);
  expect(last.slice(1).map(({ from }) => from)).toEqual(last.slice(0, -1).map(({ before }) => before));
  expect(last.at(-1)?.from.toISOString()).toBe('2026-11-23T15:00:00.000Z');
});
