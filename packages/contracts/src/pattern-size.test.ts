import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { estimatePatternSize } from './pattern-size.ts';

/** A seeded pseudo-random number generator; returns integers below `limit`. */
const createChance = () => {
  let seed = 7;
  return (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed % limit;
  };
};

const atoms = [
  'a',
  '.',
  '^',
  '$',
  'é',
  '😀',
  String.raw`\.`,
  String.raw`\d`,
  String.raw`\pL`,
  '[^x]',
  '[a-z]',
  '{',
  'x{,2}',
];
const atoms2 = [
  String.raw`[\w.\]-]`,
  '[[:alpha:]]',
  '[]a]',
  String.raw`\x{1F600}`,
  String.raw`\x41`,
  String.raw`\Qa+(\E`,
];

const createPatterns = () => {
  const below = createChance();
  const pattern = (depth: number): string => {
    const all = [...atoms, ...atoms2];
    const atom = all[below(all.length)] ?? 'a';
    if (depth === 0) return atom;
    const inner = () => pattern(depth - 1);
    const forms = [
      () => atom,
      () => inner() + inner(),
      () => `(${inner()})`,
      () => `(?:${inner()}|${inner()}|)`,
      () => `(?i:${inner()})${['*', '+', '?', '*?', '+?', '??'][below(6)] ?? ''}`,
      () => `(?P<n${below(1_000_000)}>${inner()}){${below(5)},${5 + below(9)}}`,
      () => `(${inner()}){${below(12)}}?`,
      () => `(?:${inner()}){${below(4)},}`,
      () => `(?i)${inner()}`,
    ];
    return (forms[below(forms.length)] ?? inner)();
  };
  return pattern;
};

const compiledSize = (pattern: string): number | undefined => {
  try {
    return RE2JS.compile(pattern).programSize();
  } catch {
    return undefined;
  }
};

describe('estimatePatternSize', () => {
  it('is never below the number of compiled instructions', () => {
    const pattern = createPatterns();
    const made = Array.from({ length: 3_000 }, () => pattern(4)).filter((each) => estimatePatternSize(each) < 5_000);
    const sizes = made.map((each) => ({ pattern: each, size: compiledSize(each) ?? 0 }));
    expect(sizes.filter((each) => each.size > 0).length).toBeGreaterThan(1_000);
    expect(sizes.filter((each) => each.size > estimatePatternSize(each.pattern))).toEqual([]);
  });

  it.each([
    [String.raw`error \d+`, 20],
    ['^disk (\\w+) is (full|almost full)$', 50],
    ['(?i)temperature.{0,40}high', 120],
    [String.raw`\b(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}\b`, 120],
  ])('is small for typical patterns: %s', (pattern, atMost) => {
    expect(estimatePatternSize(pattern)).toBeLessThan(atMost);
  });

  it.each([
    'a[ab]{0,999}[cd]',
    '(a{0,99}){0,99}',
    '(?:(?:x{1,50}){1,20})',
    '((((((a{9}){9}){9}){9}){9}){9}){9}',
    '(?i)(?:\\pL|\\pN){40}',
  ])('is large for %s', (pattern) => {
    expect(estimatePatternSize(pattern)).toBeGreaterThan(1_000);
  });

  it.each(['(((', ')))', '[', '\\', '(?', '{1,', '*', '\\Q', '(?P<', '|*'])(
    'terminates for an invalid pattern: %s',
    (pattern) => {
      expect(estimatePatternSize(pattern)).toBeLessThan(50);
    },
  );
});
