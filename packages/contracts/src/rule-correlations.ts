import { z } from 'zod';
import { defaultRuleSpan, ruleSpanSchema } from './rule-windows.ts';

/** How far apart the matches of a correlation may be: about one subject, of one device, or of one tenant. */
export const correlationReaches = ['Subject', 'Device', 'Tenant'] as const;

/**
 * What a Correlation rule adds (docs/reference/rules.md#correlation). A rule counts as active from the packet time at
 * which its match began until it ended, and within `Span` after that. `Ordered`: the matches must have begun in the order of
 * the conditions.
 */
export const ruleCorrelationSchema = z.object({
  Reach: z.enum(correlationReaches).default('Subject'),
  Span: ruleSpanSchema.default(defaultRuleSpan),
  Ordered: z.boolean().default(false),
});

export type RuleCorrelation = z.infer<typeof ruleCorrelationSchema>;
