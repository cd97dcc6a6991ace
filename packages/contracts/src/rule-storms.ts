import { z } from 'zod';
import { ruleSpanSchema } from './rule-windows.ts';

/** What matches of one rule may have in common, so that they share a work unit and a mail. */
export const matchGroups = ['Location', 'Subscription'] as const;

export type MatchGroup = (typeof matchGroups)[number];

/** The window of a group when the rule names none. */
export const defaultGroupWindow = '00:10:00';

/** Bounds of the actions that a rule may run in an hour. */
export const actionsPerHour = { minimum: 1, maximum: 10_000 } as const;

const actionsPerHourMessage = 'Please enter a number from 1 to 10,000.';

/** What limits the actions of a rule (docs/reference/rules.md#storms). */
export const stormFields = {
  groupBy: z
    .enum(matchGroups)
    .nullish()
    .transform((group) => group ?? null),
  groupWindow: ruleSpanSchema.nullish().transform((window) => window ?? null),
  actionLimitPerHour: z
    .int({ error: actionsPerHourMessage })
    .min(actionsPerHour.minimum, { error: actionsPerHourMessage })
    .max(actionsPerHour.maximum, { error: actionsPerHourMessage })
    .nullish()
    .transform((limit) => limit ?? null),
};
