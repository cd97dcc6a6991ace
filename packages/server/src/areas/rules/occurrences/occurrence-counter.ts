import { occurrenceOptions, type OccurrencePattern } from '@cfs/contracts/rule-occurrences';
import { parseTimeSpan } from '@cfs/contracts/time-span';

/** What a pattern remembers of one subject: the length of the present run, and times of hits, oldest first. */
export interface OccurrenceState {
  readonly run: number;
  readonly hits: readonly number[];
}

export const noOccurrences: OccurrenceState = { run: 0, hits: [] };

/** Whether the condition counts now, and what is to be remembered. */
export interface Occurrence {
  readonly counts: boolean;
  readonly state: OccurrenceState;
}

/**
 * Feeds one evaluation to a pattern. `holds` is `undefined` when the operand was missing: that neither lengthens a run
 * nor ends it. `time` is the packet's, in milliseconds.
 */
export type OccurrenceCounter = (state: OccurrenceState, holds: boolean | undefined, time: number) => Occurrence;

const spanOf = (text: string): number => (parseTimeSpan(text) ?? 0) * 1_000;

const inARow =
  (count: number): OccurrenceCounter =>
  (state, holds) => {
    if (holds === undefined) return { counts: false, state };
    const run = holds ? Math.min(state.run + 1, count) : 0;
    return { counts: run >= count, state: run === state.run ? state : { run, hits: [] } };
  };

const withinSpan =
  (count: number, span: number): OccurrenceCounter =>
  (state, holds, time) => {
    if (!holds) return { counts: false, state };
    const hits = [...state.hits, time]
      .filter((hit) => hit > time - span)
      .toSorted((one, other) => one - other)
      .slice(-count);
    return { counts: hits.filter((hit) => hit <= time).length >= count, state: { run: 0, hits } };
  };

const oncePerSpan =
  (span: number): OccurrenceCounter =>
  (state, holds, time) => {
    const [last] = state.hits;
    const counts = holds === true && (last === undefined || Math.abs(time - last) >= span);
    return { counts, state: counts ? { run: 0, hits: [Math.max(time, last ?? time)] } : state };
  };

/** The counter of a pattern; `undefined` for every time, which remembers nothing. */
export const compileOccurrence = (pattern: OccurrencePattern | null | undefined): OccurrenceCounter | undefined => {
  switch (pattern?.Option) {
    case occurrenceOptions.TimesInARow:
      return inARow(pattern.Count);
    case occurrenceOptions.TimesWithinSpan:
      return withinSpan(pattern.Count, spanOf(pattern.Span));
    case occurrenceOptions.OncePerSpan:
      return oncePerSpan(spanOf(pattern.Span));
    default:
      return undefined;
  }
};
