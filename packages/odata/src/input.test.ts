import { expect, test } from 'vitest';
import { parseFilter } from './expression-parser.ts';

test('an expression that begins with a space is refused with the reason', () => {
  expect(() => parseFilter(' name eq 1')).toThrow('an expression without a space before it');
});
