import { z } from 'zod';
import { timeSpanSchema } from './time-span.ts';

/**
 * How often a condition has to hold before it counts; kept per rule and subject
 * (docs/reference/rules.md#occurrence-patterns).
 */
export const occurrenceOptions = {
  /** Whenever it holds. */
  EveryTime: 1,
  /** From the `Count`-th time in a row on. */
  TimesInARow: 2,
  /** When it held at least `Count` times within the `Span` that ends now. */
  TimesWithinSpan: 3,
  /** When it holds and has not counted within the `Span` before. */
  OncePerSpan: 4,
} as const;

/** Most occurrences that a pattern may count. */
export const maximumOccurrences = 1_000;

const count = z.int().min(1).max(maximumOccurrences);

/** The pattern of a condition: an option with what it needs. Absent or null stands for every time. */
export const occurrencePatternSchema = z.discriminatedUnion('Option', [
  z.object({ Option: z.literal(occurrenceOptions.EveryTime) }),
  z.object({ Option: z.literal(occurrenceOptions.TimesInARow), Count: count }),
  z.object({ Option: z.literal(occurrenceOptions.TimesWithinSpan), Count: count, Span: timeSpanSchema }),
  z.object({ Option: z.literal(occurrenceOptions.OncePerSpan), Span: timeSpanSchema }),
]);

export type OccurrencePattern = z.infer<typeof occurrencePatternSchema>;
