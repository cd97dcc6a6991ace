import { expect, it } from 'vitest';
import { isActive } from './rule-match.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const [before, after] = ['2026-03-01T09:59:59.000Z', '2026-03-01T10:00:01.000Z'];

it.each([
  ['open', null, after, true],
  ['past its expiry', null, before, false],
  ['ended before the time of its packet', before, after, false],
])('isActive of a match that is %s: ended %s, expires %s', (_, ended, expires, expected) => {
  expect(isActive({ ended, expires }, now)).toBe(expected);
});
