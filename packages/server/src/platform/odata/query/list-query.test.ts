import { expect, test } from 'vitest';
import { parseListQuery } from './list-query.ts';

test.each([
  ['$count', '$count', 'Must be true or false.'],
  ['$top', '$top', 'Must be a non-negative integer.'],
  ['$top=1&$top', '$top', 'The option is given twice.'],
  ['$TOP=1&top=2', '$top', 'The option is given twice.'],
  ['$topp=1', '$topp', 'Unknown option.'],
])('%s is refused at %s: %s', (query, option, detail) => {
  expect(() => parseListQuery(query)).toThrow(
    expect.objectContaining({ status: 400, detail: expect.stringContaining(`${option}: ${detail}`) }),
  );
});

test.each(['true', 'TRUE', 'false', 'False'])('a boolean option is case-insensitive: %s', (value) => {
  expect(() => parseListQuery(`$count=${value}`)).not.toThrow();
});

test('empty parts of the query are skipped', () => {
  expect(() => parseListQuery('&$top=1&&$count=true&')).not.toThrow();
});
