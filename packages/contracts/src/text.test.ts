import { describe, expect, test } from 'vitest';
import { instant, jsonText, requiredText, text } from './text.ts';

describe('text', () => {
  test('accepts text up to the limit and rejects what PostgreSQL cannot store', () => {
    expect(text(3).parse('äöü')).toBe('äöü');
    for (const fault of ['four', 'a\0', '\ud800', 7, null]) expect(text(3).safeParse(fault).success).toBe(false);
  });

  test('required text is trimmed and reports a missing value', () => {
    const name = requiredText(5, 'Please enter a name.');
    expect(name.parse('  Oslo ')).toBe('Oslo');
    for (const missing of [undefined, null, '', '   '])
      expect(name.safeParse(missing).error?.issues.map((issue) => issue.message)).toEqual(['Please enter a name.']);
    expect(name.safeParse(5).error?.issues[0]?.message).toBe('Must be text.');
  });
});

describe('instant', () => {
  test('is normalised to UTC with milliseconds', () => {
    expect(instant.parse('2026-03-03T20:00:00+02:00')).toBe('2026-03-03T18:00:00.000Z');
    expect(instant.parse('2026-03-03T20:00:00.123456Z')).toBe('2026-03-03T20:00:00.123Z');
  });

  test('is rejected without offset or when it does not exist', () => {
    for (const fault of [
      '2026-03-03',
      '2026-03-03T20:00:00',
      '2026-02-30T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-14:00',
      5,
      '',
    ])
      expect(instant.safeParse(fault).success, String(fault)).toBe(false);
  });
});

test('JSON text is validated and kept as written', () => {
  expect(jsonText(20).parse('{ "a": 1 }')).toBe('{ "a": 1 }');
  for (const fault of ['', '{', "{'a': 1}"]) expect(jsonText(20).safeParse(fault).success).toBe(false);
});
