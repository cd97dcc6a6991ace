import { occurrenceOptions, type OccurrencePattern } from '@cfs/contracts/rule-occurrences';
import { describe, expect, it } from 'vitest';
import { compileOccurrence, emptyMemory } from './count-occurrences.ts';

/** Feeds evaluations, one second apart, and returns which of them count. */
const feed = (pattern: OccurrencePattern, evaluations: readonly (boolean | undefined)[]): string => {
  const counter = compileOccurrence(pattern);
  let memory = emptyMemory;
  return evaluations
    .map((holds, second) => {
      const placed = counter?.place(memory, second * 1_000, holds);
      memory = placed?.memory ?? memory;
      return placed && placed.hits.length > 0 ? 'x' : '.';
    })
    .join('');
};

/** Places evaluations in the given order and returns the times that count, in the order in which they did. */
const place = (pattern: OccurrencePattern, evaluations: readonly (readonly [second: number, truth: boolean])[]) => {
  const counter = compileOccurrence(pattern);
  let memory = emptyMemory;
  return evaluations.flatMap(([second, truth]) => {
    const placed = counter?.place(memory, second * 1_000, truth);
    memory = placed?.memory ?? memory;
    return (placed?.hits ?? []).map((time) => time / 1_000);
  });
};

const yes = true;
const no = false;
const missing = undefined;

describe('compileOccurrence', () => {
  it('remembers nothing for the option EveryTime', () => {
    expect(compileOccurrence({ Option: occurrenceOptions.EveryTime })).toBeUndefined();
    expect(compileOccurrence(null)).toBeUndefined();
  });

  it('counts from the n-th time in a row on', () => {
    const pattern = { Option: occurrenceOptions.TimesInARow, Count: 3 };
    expect(feed(pattern, [yes, yes, no, yes, yes, yes, yes, no, yes])).toBe('.....xx..');
  });

  it('neither extends nor ends a run for missing data', () => {
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

  it('places evaluations that arrive out of order by their times', () => {
    const row = { Option: occurrenceOptions.TimesInARow, Count: 3 };
    expect(
      place(row, [
        [0, yes],
        [2, yes],
        [1, yes],
      ]),
    ).toEqual([2]);
    expect(
      place(row, [
        [2, yes],
        [1, yes],
        [0, yes],
      ]),
    ).toEqual([2]);
    expect(
      place(row, [
        [0, yes],
        [3, yes],
        [4, yes],
        [2, no],
      ]),
    ).toEqual([4]);
    expect(
      place(row, [
        [0, yes],
        [2, no],
        [3, yes],
        [1, yes],
        [4, yes],
        [5, yes],
      ]),
    ).toEqual([5]);
    const within = { Option: occurrenceOptions.TimesWithinSpan, Count: 2, Span: '00:00:04' };
    expect(
      place(within, [
        [10, yes],
        [2, yes],
        [7, yes],
        [4, yes],
      ]),
    ).toEqual([10, 4, 7]);
  });

  it('applies a late interruption only to later occurrences', () => {
    const row = { Option: occurrenceOptions.TimesInARow, Count: 3 };
    expect(
      place(row, [
        [0, yes],
        [2, yes],
        [4, yes],
        [3, no],
        [5, yes],
        [6, yes],
        [7, yes],
      ]),
    ).toEqual([4, 6, 7]);
  });

  it('counts once per span in any order of arrival', () => {
    const once = { Option: occurrenceOptions.OncePerSpan, Span: '00:00:10' };
    expect(
      place(once, [
        [20, yes],
        [12, yes],
        [29, yes],
        [30, yes],
        [5, yes],
        [10, yes],
      ]),
    ).toEqual([20, 30, 5]);
  });

  it('ignores evaluations older than packets that are on time', () => {
    const row = { Option: occurrenceOptions.TimesInARow, Count: 2 };
    expect(
      place(row, [
        [1_000, yes],
        [700, yes],
        [1_001, no],
        [701, yes],
      ]),
    ).toEqual([]);
    expect(
      place(row, [
        [1_000, yes],
        [700.001, yes],
      ]),
    ).toEqual([1_000]);
  });

  it('keeps the length of a run whose packets it no longer remembers', () => {
    const row = { Option: occurrenceOptions.TimesInARow, Count: 3 };
    expect(
      place(row, [
        [0, yes],
        [1_000, yes],
        [2_000, yes],
        [3_000, no],
        [4_000, yes],
      ]),
    ).toEqual([2_000]);
  });

  it('remembers a bounded number of occurrences', () => {
    const counter = compileOccurrence({ Option: occurrenceOptions.TimesWithinSpan, Count: 3, Span: '1.00:00:00' });
    let memory = emptyMemory;
    for (let time = 0; time < 5_000; time += 1) memory = counter?.place(memory, time, true).memory ?? memory;
    expect(memory.occurrences).toHaveLength(1_003);
  });
});
