import { z } from 'zod';
import { timeSpanSchema } from './time-span-schema.ts';

/**
 * How often a condition must hold before it counts; tracked per rule and subject
 * (docs/reference/rules.md#occurrence-patterns).
 */
export const occurrenceOptions = {
  /** Each time the condition holds. */
  EveryTime: 1,
  /** From the `Count`-th consecutive time on. */
  TimesInARow: 2,
  /** At least `Count` times within the last `Span`. */
  TimesWithinSpan: 3,
  /** At most once per `Span`. */
  OncePerSpan: 4,
} as const;

/** Maximum `Count` of a pattern. */
export const maximumOccurrences = 1_000;

const count = z.int().min(1).max(maximumOccurrences);

/** The occurrence pattern of a condition: an option with its values. Absent or null means every time. */
export const occurrencePatternSchema = z.discriminatedUnion('Option', [
  z.object({ Option: z.literal(occurrenceOptions.EveryTime) }),
  z.object({ Option: z.literal(occurrenceOptions.TimesInARow), Count: count }),
  z.object({ Option: z.literal(occurrenceOptions.TimesWithinSpan), Count: count, Span: timeSpanSchema }),
  z.object({ Option: z.literal(occurrenceOptions.OncePerSpan), Span: timeSpanSchema }),
]);

export type OccurrencePattern = z.infer<typeof occurrencePatternSchema>;
