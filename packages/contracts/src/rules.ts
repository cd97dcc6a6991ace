import { z } from 'zod';
import { parseBoundedJson } from './json-bounds.ts';
import { ruleConditionSchema } from './rule-conditions.ts';
import { timeConditionsSchema } from './rule-time-conditions.ts';
import { ruleTypes } from './rule-types.ts';
import { requiredText, text } from './text.ts';
import { formatTimeSpan, parseTimeSpan } from './time-span.ts';

/** Seconds of the shortest match lifetime, and of a new rule's. */
export const minimumMatchLifetime = 300;

/** Seconds of the longest match lifetime: a year. */
export const maximumMatchLifetime = 365 * 86_400;

/** Most conditions, and most actions of either kind, that a rule may hold. */
export const maximumRuleParts = 100;

const lifetimeRequired = { error: 'Lifetime is required' };
/** What the JSON text says; nothing for an empty text, and the text itself when it is no JSON, for the schema to refuse. */
const parse = (json: string): unknown => {
  if (json === '') return undefined;
  try {
    return parseBoundedJson(json);
  } catch {
    return json;
  }
};

/** Takes a value as it is, or as JSON text. */
const orJsonText = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? parse(value) : value), schema);

/** An action of a rule: the definition and the values of its parameters. */
export const ruleActionSchema = z.object({
  ActionDefinitionId: z.guid().toLowerCase(),
  Parameters: z
    .record(
      z.string().max(100),
      z
        .union([z.string().max(10_000), z.number(), z.boolean()])
        .transform(String)
        .nullable(),
    )
    .nullish()
    .transform((parameters) => parameters ?? {}),
});

export type RuleAction = z.infer<typeof ruleActionSchema>;

const ruleActions = orJsonText(z.array(ruleActionSchema).max(maximumRuleParts).nullish()).transform(
  (list) => list ?? [],
);

/**
 * The body of PUT v1/rules and POST v1/rules/{ruleId} (docs/reference/rules.md#fields). Lists may come as
 * JSON or as JSON text. A tenant that is null makes a rule of all tenants, for all-tenant administrators alone.
 * `modified`, when sent, is the value that the form was opened with: the server answers 409 when the rule has moved on.
 */
export const ruleInputSchema = z
  .object({
    name: requiredText(200, 'Please enter a rule name'),
    description: text(2_000).nullish(),
    enabled: z.boolean().default(true),
    ruleTypeId: z
      .int({ error: 'Please select a Rule Type' })
      .refine((id) => Object.values<number>(ruleTypes).includes(id), { error: 'Please select a Rule Type' }),
    tenantId: z.guid().toLowerCase().nullish(),
    subscriptionId: z.guid().toLowerCase().nullish(),
    matchLifetime: z
      .string(lifetimeRequired)
      .min(1, lifetimeRequired)
      .refine((text) => (parseTimeSpan(text) ?? 0) >= minimumMatchLifetime, { error: 'Must be at least 5 minutes.' })
      .refine((span) => (parseTimeSpan(span) ?? 0) <= maximumMatchLifetime, { error: 'Must be at most 365 days.' }),
    useSlidingExpiration: z.boolean().default(false),
    timeConditions: orJsonText(timeConditionsSchema.nullish()),
    conditions: orJsonText(
      z
        .array(ruleConditionSchema, { error: 'Condtions are required for rules.' })
        .min(1, { error: 'Condtions are required for rules.' })
        .max(maximumRuleParts),
    ),
    matchActions: ruleActions,
    expirationActions: ruleActions,
    modified: z.iso.datetime({ offset: true }).nullish(),
  })
  .superRefine((rule, context) => {
    if (rule.ruleTypeId !== ruleTypes.Maintenance) return;
    const problem = !rule.timeConditions
      ? 'Time limitations are required for Maintenance rules.'
      : rule.timeConditions.DaysOfWeek && rule.timeConditions.DaysOfWeek.length === 0
        ? 'At least one day should be selected when using a Maintenance rule.'
        : undefined;
    if (problem) context.addIssue({ code: 'custom', path: ['timeConditions'], message: problem });
  });

export type RuleInput = z.input<typeof ruleInputSchema>;

/** The input as the server works with it, defaults filled in. */
export type ValidRule = z.output<typeof ruleInputSchema>;

/** The lifetime of a new rule's matches on the wire. */
export const defaultMatchLifetime = formatTimeSpan(minimumMatchLifetime);
