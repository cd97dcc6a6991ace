import { expect, test } from 'vitest';
import { upToDateShare } from './up-to-date-share.ts';

test.each([
  [0, 0, '–'],
  [3, 1, '66.67%'],
  [7, 0, '100.00%'],
  [2, 2, '0.00%'],
])('the share of %i with %i outdated is %s', (total, outdated, text) => {
  expect(upToDateShare(total, outdated)).toBe(text);
});
