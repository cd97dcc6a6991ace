import { expect, it } from 'vitest';
import { formatTimeSpan, parseTimeSpan } from './time-span.ts';

it.each([
  ['00:05:00', 300],
  ['23:59:59', 86_399],
  ['1.01:00:00', 90_000],
  ['00:00:00', 0],
])('converts %s to %i seconds and back', (text, seconds) => {
  expect(parseTimeSpan(text)).toBe(seconds);
  expect(formatTimeSpan(seconds)).toBe(text);
});

it.each(['', '5', '00:05', '24:00:00', '00:60:00', '-00:05:00', '1:00:00:00', ' 00:05:00'])('rejects %j', (text) => {
  expect(parseTimeSpan(text)).toBeUndefined();
});
