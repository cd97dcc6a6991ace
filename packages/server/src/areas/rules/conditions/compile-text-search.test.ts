import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileTextSearch } from './compile-text-search.ts';

const longNeedle = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 33, maxLength: 60 });
const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 200 });

test('a long text is found exactly when `includes` finds it', () => {
  fc.assert(
    fc.property(longNeedle, text, text, fc.boolean(), (needle, before, after, isPresent) => {
      const searched = isPresent ? `${before}${needle}${after}` : `${before}${after}`;
      expect(compileTextSearch(needle)(searched)).toBe(searched.includes(needle));
    }),
    { numRuns: 500 },
  );
});

test.each(['aab', 'ab', 'ba'])('a repeated prefix does not hide the text: %s before it', (before) => {
  const needle = 'ab'.repeat(20);
  expect(compileTextSearch(needle)(`${before}${needle}`)).toBe(true);
  expect(compileTextSearch(needle)(`${before}${needle.slice(1)}`)).toBe(`${before}${needle.slice(1)}`.includes(needle));
  expect(compileTextSearch(`${'a'.repeat(40)}b`)(`${'a'.repeat(60)}b`)).toBe(true);
  expect(compileTextSearch(`${'a'.repeat(40)}b`)(`${'a'.repeat(39)}b${'a'.repeat(40)}`)).toBe(false);
});
