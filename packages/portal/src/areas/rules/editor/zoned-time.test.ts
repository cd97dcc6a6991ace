import { expect, test } from 'vitest';
import { toZonedTime } from './zoned-time.ts';

test.for([
  ['2026-07-01T12:00:00Z', 'America/New_York', '2026-07-01T08:00'],
  ['2026-01-01T12:00:00.000Z', 'America/New_York', '2026-01-01T07:00'],
  ['2026-07-01T08:30', 'America/New_York', '2026-07-01T08:30'],
  ['2026-07-01 08:30:15', 'Europe/Berlin', '2026-07-01T08:30'],
  ['2026-07-01', 'Europe/Berlin', '2026-07-01T00:00'],
  ['2026-07-01T12:00:00Z', 'No/Where', ''],
  ['soon', 'UTC', ''],
])('the moment %s is converted to the time zone %s', ([moment = '', zone = '', shown]) => {
  expect(toZonedTime(moment, zone)).toBe(shown);
});
