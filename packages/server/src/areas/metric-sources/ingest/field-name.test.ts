import { expect, it } from 'vitest';
import { fieldName } from './field-name.ts';

it('adds the attributes by key, with quotes and backslashes escaped', () => {
  expect(fieldName('up', [])).toBe('up');
  expect(
    fieldName('requests', [
      ['path', 'a"b\\c'],
      ['code', '200'],
    ]),
  ).toBe('requests{code="200",path="a\\"b\\\\c"}');
});

it('truncates long names so that they stay distinct', () => {
  const long = (end: string): string => fieldName('requests', [['path', `${'x'.repeat(300)}${end}`]]);
  expect(long('1')).toHaveLength(200);
  expect(long('1')).toBe(long('1'));
  expect(long('1')).not.toBe(long('2'));
  expect(long('1').slice(0, 183)).toBe(long('2').slice(0, 183));
});

it('replaces characters that PostgreSQL cannot store', () => {
  expect(fieldName('a\0b\ud800', [])).toBe('a\ufffdb\ufffd');
});
