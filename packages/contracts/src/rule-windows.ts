import { z } from 'zod';
import { formatTimeSpan, parseTimeSpan } from './time-span.ts';

/** Bounds of the spans of rules in seconds: windows, absence, and how long a match counts for a correlation. */
export const ruleSpanSeconds = { minimum: 60, maximum: 7 * 86_400 } as const;

/** A time span between two bounds in seconds, in wire form. */
export const boundedSpan = (minimumSeconds: number, maximumSeconds: number) =>
  z.string().refine(
    (text) => {
      const seconds = parseTimeSpan(text) ?? 0;
      return seconds >= minimumSeconds && seconds <= maximumSeconds;
    },
    { error: `Please enter a time span from ${formatTimeSpan(minimumSeconds)} to ${formatTimeSpan(maximumSeconds)}.` },
  );

/** A span of a rule: at least one minute, at most seven days. */
export const ruleSpanSchema = boundedSpan(ruleSpanSeconds.minimum, ruleSpanSeconds.maximum);

/** The default span of a window, and of a correlation. */
export const defaultRuleSpan = '00:05:00';

/** Maximum of `MinimumSamples`. */
export const maximumSamples = 1_000;

/**
 * The window of an operand of History rules (docs/reference/rules.md#history): it ends at the packet's time. With fewer
 * samples than `MinimumSamples` the operand is missing.
 */
export const ruleWindowSchema = z.object({
  Span: ruleSpanSchema.default(defaultRuleSpan),
  MinimumSamples: z.int().min(1).max(maximumSamples).default(1),
});

export type RuleWindow = z.infer<typeof ruleWindowSchema>;

/** The window of an operand that names none. */
export const defaultRuleWindow: RuleWindow = { Span: defaultRuleSpan, MinimumSamples: 1 };
