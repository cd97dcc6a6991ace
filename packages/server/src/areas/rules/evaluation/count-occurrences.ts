import { packetLimits } from '@cfs/contracts/packets';
import { occurrenceOptions, type OccurrencePattern } from '@cfs/contracts/rule-occurrences';
import { parseTimeSpan } from '@cfs/contracts/time-span';

/** Whether an alternative holds; `undefined` if an operand is missing and no condition is false. */
export type Truth = boolean | undefined;

/** An occurrence, or an interruption of a run, at the time of its packet in milliseconds since 1970. */
export interface Occurrence {
  readonly time: number;
  readonly holds: boolean;
  /** Whether it was a hit. */
  readonly counted: boolean;
}

/** The memory of a pattern about one subject. */
export interface PatternMemory {
  /** Length of the run before the first of `occurrences`. */
  readonly run: number;
  /** Sorted by time. Only patterns that count runs remember interruptions. */
  readonly occurrences: readonly Occurrence[];
}

export const emptyMemory: PatternMemory = { run: 0, occurrences: [] };

/** Milliseconds before the newest occurrence within which a packet that arrives out of order is still placed. */
export const disorderMilliseconds = packetLimits.lateAfterMilliseconds;

/** Most occurrences that are remembered for packets out of order. */
export const maximumOccurrencesInDisorder = 1_000;

/** Counts the occurrences of an alternative. */
export interface OccurrenceCounter {
  /** Whether packets that do not satisfy the alternative matter. */
  readonly countsRuns: boolean;
  /** Places one evaluation. Returns the times that count as a result, in order. */
  place(memory: PatternMemory, time: number, truth: Truth): { readonly memory: PatternMemory; readonly hits: number[] };
  /** How many of the required occurrences have been reached at the newest one; for one per span, those that counted. */
  reached(memory: PatternMemory): number;
}

type Judge = (occurrences: readonly Occurrence[], run: number) => (index: number) => boolean;

/** Whether the memory contains nothing that could count. */
export const isEmptyMemory = ({ run, occurrences }: PatternMemory): boolean =>
  run === 0 && !occurrences.some(({ holds }) => holds);

const unchanged = (memory: PatternMemory) => ({ memory, hits: [] });

/** The index at which an occurrence of this time belongs: after those of the same time. */
const placeOf = (occurrences: readonly Occurrence[], time: number): number => {
  let at = occurrences.length;
  while (at > 0 && (occurrences[at - 1]?.time ?? 0) > time) at -= 1;
  return at;
};

const newestOf = ({ occurrences }: PatternMemory): number => occurrences.at(-1)?.time ?? Number.NEGATIVE_INFINITY;

interface Pattern {
  readonly countsRuns: boolean;
  readonly judge: Judge;
  readonly reached: OccurrenceCounter['reached'];
  /** Drops occurrences that no packet on time needs any more. `older` are those before the disorder. */
  readonly compact: (run: number, older: readonly Occurrence[], oldest: number) => PatternMemory;
}

const counterOf = ({ countsRuns, judge, reached, compact }: Pattern): OccurrenceCounter => ({
  countsRuns,
  reached,
  place(memory, time, truth) {
    if (truth === undefined || (truth === false && !countsRuns)) return unchanged(memory);
    const newest = Math.max(newestOf(memory), time);
    const oldest = newest - disorderMilliseconds;
    if (time <= oldest) return unchanged(memory);
    const at = placeOf(memory.occurrences, time);
    const occurrences = memory.occurrences.toSpliced(at, 0, { time, holds: truth, counted: false });
    const hits: number[] = [];
    const counts = judge(occurrences, memory.run);
    for (let index = at; index < occurrences.length; index += 1) {
      const occurrence = occurrences[index];
      if (!occurrence?.holds || occurrence.counted || !counts(index)) continue;
      occurrences[index] = { ...occurrence, counted: true };
      hits.push(occurrence.time);
    }
    let inDisorder = occurrences.findIndex((occurrence) => occurrence.time > oldest);
    inDisorder = Math.max(inDisorder, occurrences.length - maximumOccurrencesInDisorder);
    const kept = compact(memory.run, occurrences.slice(0, inDisorder), oldest);
    return {
      memory: { run: kept.run, occurrences: [...kept.occurrences, ...occurrences.slice(inDisorder)] },
      hits,
    };
  },
});

/** Counts from the `count`-th consecutive occurrence on. */
const inARow = (count: number): Pattern => {
  const next = (run: number, holds: boolean): number => (holds ? Math.min(run + 1, count) : 0);
  return {
    countsRuns: true,
    judge: (occurrences, before) => {
      let run = before;
      const runs = occurrences.map(({ holds }) => (run = next(run, holds)));
      return (index) => (runs[index] ?? 0) >= count;
    },
    reached: ({ run, occurrences }) => occurrences.reduce((length, { holds }) => next(length, holds), run),
    compact: (run, older) => ({
      run: older.reduce((length, { holds }) => next(length, holds), run),
      occurrences: [],
    }),
  };
};

/** Counts if there are `count` occurrences within the span that ends at the occurrence. */
const withinSpan = (count: number, span: number): Pattern => ({
  countsRuns: false,
  judge: (occurrences) => (index) => {
    const first = occurrences[index - count + 1];
    const last = occurrences[index];
    return first !== undefined && last !== undefined && first.time > last.time - span;
  },
  reached: (memory) => memory.occurrences.filter(({ time }) => time > newestOf(memory) - span).length,
  compact: (_, older, oldest) => ({
    run: 0,
    occurrences: older.filter(({ time }) => time > oldest - span).slice(-count),
  }),
});

/** Counts if no other occurrence has counted within less than the span before or after it. */
const oncePerSpan = (span: number): Pattern => ({
  countsRuns: false,
  judge: (occurrences) => (index) => {
    const time = occurrences[index]?.time ?? 0;
    return !occurrences.some((other) => other.counted && Math.abs(other.time - time) < span);
  },
  reached: (memory) =>
    memory.occurrences.filter(({ time, counted }) => counted && time > newestOf(memory) - span).length,
  compact: (_, older, oldest) => ({
    run: 0,
    occurrences: older.filter(({ time, counted }) => counted && time > oldest - span),
  }),
});

const spanOf = (text: string): number => (parseTimeSpan(text) ?? 0) * 1_000;

/**
 * Compiles a pattern to a counter; `undefined` for EveryTime, which needs no memory
 * (docs/reference/rules.md#occurrence-patterns).
 */
export const compileOccurrence = (pattern: OccurrencePattern | null | undefined): OccurrenceCounter | undefined => {
  switch (pattern?.Option) {
    case occurrenceOptions.TimesInARow:
      return counterOf(inARow(pattern.Count));
    case occurrenceOptions.TimesWithinSpan:
      return counterOf(withinSpan(pattern.Count, spanOf(pattern.Span)));
    case occurrenceOptions.OncePerSpan:
      return counterOf(oncePerSpan(spanOf(pattern.Span)));
    default:
      return undefined;
  }
};
