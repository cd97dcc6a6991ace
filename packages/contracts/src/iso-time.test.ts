import { expect, test } from 'vitest';
import { parseIsoTime } from './iso-time.ts';

test.each(['2026-02-28', '2024-02-29', '2000-02-29', '2026-04-30T23:59:59.999Z', '2026-12-31T00:00+14:00'])(
  'reads %s as Date does',
  (text) => {
    expect(parseIsoTime(text)).toBe(Date.parse(text));
    expect(parseIsoTime(text)).not.toBeNaN();
  },
);

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-02-30T10:00Z',
  '2026-04-31',
  '2026-11-31',
  '2026-01-32',
  '2026-01-00',
  '2026-13-01',
  '2026-00-31',
  '2026-01-01T24:00Z',
  '2026-01-01T10:60Z',
])('returns NaN for %s, which does not exist', (text) => {
  expect(parseIsoTime(text)).toBeNaN();
});
