import { expect, test } from 'vitest';
import { meanTimeText } from './mean-time-text.ts';

test.each([
  [0.4, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [12_000, '3 h 20 min'],
  [86_399, '23 h 59 min'],
  [187_200, '2 d 4 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(meanTimeText(seconds)).toBe(text);
});
