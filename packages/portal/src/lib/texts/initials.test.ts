import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ada Admin', 'AA'],
  ['Anna Maria Lopez', 'AM'],
  ['åse', 'Å'],
  ['olga.operator@demo.example', 'OO'],
  ['', ''],
])('the initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
