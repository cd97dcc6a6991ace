import { occurrenceOptions, type OccurrencePattern } from '@cfs/contracts/rule-occurrences';
import { describe, expect, it } from 'vitest';
import { compileOccurrence, noOccurrences } from './occurrence-counter.ts';

/** Feeds evaluations, a second apart, and answers which of them count. */
const feed = (pattern: OccurrencePattern, evaluations: readonly (boolean | undefined)[]): string => {
  const counter = compileOccurrence(pattern);
  let state = noOccurrences;
  return evaluations
    .map((holds, second) => {
      const occurrence = counter?.(state, holds, second * 1_000);
      state = occurrence?.state ?? state;
      return occurrence?.counts ? 'x' : '.';
    })
    .join('');
};

const yes = true;
const no = false;
const missing = undefined;

describe('compileOccurrence', () => {
  it('remembers nothing for every time', () => {
    expect(compileOccurrence({ Option: occurrenceOptions.EveryTime })).toBeUndefined();
    expect(compileOccurrence(null)).toBeUndefined();
  });

  it('counts from the n-th time in a row on', () => {
    const pattern = { Option: occurrenceOptions.TimesInARow, Count: 3 };
    expect(feed(pattern, [yes, yes, no, yes, yes, yes, yes, no, yes])).toBe('.....xx..');
  });

  it('lets missing data neither lengthen nor end a row', () => {
    const pattern = { Option: occurrenceOptions.TimesInARow, Count: 3 };
    expect(feed(pattern, [yes, missing, yes, missing, yes])).toBe('....x');
  });

  it('counts n times within a span', () => {
    const pattern = { Option: occurrenceOptions.TimesWithinSpan, Count: 3, Span: '00:00:04' };
    expect(feed(pattern, [yes, no, yes, no, yes, yes, yes, no, no, no, no, yes])).toBe('.....xx.....');
  });

  it('counts at most once per span', () => {
    const pattern = { Option: occurrenceOptions.OncePerSpan, Span: '00:00:03' };
    expect(feed(pattern, [yes, yes, yes, yes, no, no, yes, yes])).toBe('x..x..x.');
  });
});
