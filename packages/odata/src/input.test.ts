import { expect, test } from 'vitest';
import { parseFilter } from './expression-parser.ts';

test('the error for an expression that begins with a space states the reason', () => {
  expect(() => parseFilter(' name eq 1')).toThrow('an expression without a space before it');
});
