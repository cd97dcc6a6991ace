import { ruleOperators as is } from '@cfs/contracts/rule-operators';
import { describe, expect, it } from 'vitest';
import { compileComparison } from './compare-operand.ts';

describe('compileComparison', () => {
  it.each<[unknown, number, string, boolean]>([
    // Numbers compare as numbers when both sides are numeric.
    [95, is.GreaterThan, '90', true],
    ['95', is.GreaterThan, '100', false],
    ['9', is.LessThan, '10', true],
    [5, is.Equals, '5.0', true],
    ['1e2', is.Equals, '100', true],
    [5, is.NotEquals, '5', false],
    [90, is.GreaterThanOrEqual, '90', true],
    [90, is.LessThanOrEqual, '89.9', false],
    // Values that are not finite numbers compare as text.
    [Number.NaN, is.Equals, 'nan', true],
    [Number.POSITIVE_INFINITY, is.GreaterThan, '5', false],
    ['1e999', is.Equals, '1E999', true],
    ['1e999', is.GreaterThan, '5', false],
    [1e300, is.GreaterThan, '1e299', true],
    // Integers in text compare exactly, beyond the precision of a double.
    ['8949024000123456782', is.Equals, '8949024000123456781', false],
    ['8949024000123456782', is.NotEquals, '8949024000123456781', true],
    [' +8949024000123456781', is.Equals, '08949024000123456781', true],
    ['8949024000123456782', is.GreaterThan, '8949024000123456781', true],
    ['-8949024000123456782', is.LessThan, '-8949024000123456781', true],
    ['9007199254740993', is.LessThanOrEqual, '9007199254740992', false],
    ['9007199254740993', is.Equals, '9007199254740993.0', true],
    ['8949024000123456782', is.GreaterThan, '5', true],
    ['9'.repeat(320), is.GreaterThan, '8'.repeat(320), false],
    [2 ** 53, is.Equals, '9007199254740993', true],
    // Times compare as times, with their offsets.
    ['2026-03-01T12:00:00+02:00', is.Equals, '2026-03-01T10:00:00Z', true],
    ['2026-03-01', is.LessThan, '2026-03-01T00:00:01Z', true],
    [new Date('2026-03-01T10:00:00Z'), is.GreaterThan, '2026-03-01T09:59:59.999Z', true],
    ['1.00:00:00', is.GreaterThan, '23:59:59', true],
    // Everything else is text.
    ['Open', is.Equals, 'oPEN', true],
    ['Straße', is.Contains, 'STRASSE', false],
    ['ÄRGER', is.Contains, 'ärg', true],
    [true, is.Equals, 'True', true],
    // Ordering operators compare only numbers with numbers and times with times.
    ['abc', is.GreaterThan, 'ABB', false],
    ['abc', is.LessThan, 'ABD', false],
    ['error', is.GreaterThan, '90', false],
    ['error', is.LessThanOrEqual, '90', false],
    [95, is.GreaterThan, 'error', false],
    [true, is.GreaterThanOrEqual, '0', false],
    [{ at: 1 }, is.GreaterThan, '0', false],
    ['2026-03-01', is.GreaterThan, '00:00:01', false],
    ['', is.LessThan, '1', false],
    ['error 42', is.StartsWith, 'error', true],
    ['Error 42', is.StartsWith, 'error', false],
    ['error 42', is.EndsWith, '42', true],
    ['error 42', is.NotContains, 'warn', true],
    [['a', 'b'], is.Contains, '"b"', true],
    // Regular expressions match anywhere in the text.
    ['disk /dev/sda1 full', is.Matches, String.raw`sd[a-z]\d`, true],
    ['disk full', is.NotMatches, '^full', true],
    // Emptiness.
    ['', is.IsEmpty, '', true],
    [0, is.IsEmpty, '', false],
    ['x', is.IsNotEmpty, '', true],
    ['', is.IsNotEmpty, '', false],
  ])('%j %i %j is %s', (left, operator, right, expected) => {
    expect(compileComparison(operator, right)(left)).toBe(expected);
  });

  it.each(Object.entries(is))('treats a missing value according to its operator: %s', (name, operator) => {
    const holdsWithoutValue = ['NotEquals', 'NotContains', 'NotMatches', 'IsEmpty'].includes(name);
    const compare = compileComparison(operator, '1');
    expect([compare(undefined), compare(null)]).toEqual([holdsWithoutValue, holdsWithoutValue]);
  });

  it('matches hostile patterns in linear time', () => {
    expect(compileComparison(is.Matches, '^(a+)+$')(`${'a'.repeat(5_000)}!`)).toBe(false);
  });

  it('throws for a pattern that is not a regular expression', () => {
    expect(() => compileComparison(is.Matches, '(')('x')).toThrow();
  });

  it.each([
    ['digits that are not a number', `${'1'.repeat(60_000)}x`, is.Equals, '5'],
    [
      'a text that contains all but the first character of the search text everywhere',
      'a'.repeat(60_000),
      is.Contains,
      `b${'a'.repeat(3_000)}`,
    ],
    [
      'a search text that differs in the middle',
      'a'.repeat(60_000),
      is.Contains,
      `${'a'.repeat(1_500)}b${'a'.repeat(1_500)}`,
    ],
  ])('compares in linear time: %s', (_, left, operator, right) => {
    const compare = compileComparison(operator, right);
    for (let turn = 0; turn < 100; turn += 1) expect(compare(left)).toBe(false);
  });

  it.each(['', 'a', 'ab'.repeat(20), `${'ab'.repeat(20)}c`, `${'aab'.repeat(30)}aac`])(
    'finds %s at any position',
    (wanted) => {
      const holds = compileComparison(is.Contains, wanted);
      for (const text of [wanted, `x${wanted}`, `${wanted}x`, `aabab${wanted.toUpperCase()}ab`])
        expect(holds(text)).toBe(true);
      expect(holds(wanted.slice(1))).toBe(wanted === '');
    },
  );
});
