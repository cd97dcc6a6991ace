import { z } from 'zod';
import { builtInActions } from './action-enumerations.ts';
import { isGuid } from './guid.ts';
import { parseBoundedJson } from './json-bounds.ts';
import { ruleAggregationSchema } from './rule-aggregations.ts';
import { ruleConditionSchema } from './rule-conditions.ts';
import { ruleCorrelationSchema } from './rule-correlations.ts';
import { findRuleFaults } from './rule-faults.ts';
import { stormFields } from './rule-storms.ts';
import { timeConditionsSchema } from './rule-time-conditions.ts';
import { ruleTypes } from './rule-types.ts';
import { requiredText, text } from './text.ts';
import { formatTimeSpan, parseTimeSpan } from './time-span.ts';

/** Minimum and default match lifetime in seconds. */
export const minimumMatchLifetimeSeconds = 300;

/** Maximum match lifetime in seconds: one year. */
export const maximumMatchLifetimeSeconds = 365 * 86_400;

/** Maximum number of conditions, and of actions of each kind, in a rule. */
export const maximumRuleParts = 100;

const lifetimeRequired = { error: 'Lifetime is required' };
/**
 * Parses JSON text. An empty text gives `undefined`; text that is not JSON is returned unchanged for the schema to
 * reject.
 */
const parse = (json: string): unknown => {
  if (json === '') return undefined;
  try {
    return parseBoundedJson(json);
  } catch {
    return json;
  }
};

/** Accepts a value or its JSON text. */
const orJsonText = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? parse(value) : value), schema);

/** An action of a rule: the definition and the values of its parameters. The id of a protocol gets its canonical form. */
export const ruleActionSchema = z
  .object({
    ActionDefinitionId: z.guid().toLowerCase(),
    Parameters: z
      .record(
        text(100),
        z
          .union([text(10_000), z.number(), z.boolean()])
          .transform(String)
          .nullable(),
      )
      .nullish()
      .transform((parameters) => parameters ?? {}),
  })
  .transform((action) => {
    const { ActionDefinitionId, Parameters } = action;
    const protocolId = Parameters['ProtocolId'] ?? '';
    return ActionDefinitionId === builtInActions.createWorkUnit && isGuid(protocolId)
      ? { ActionDefinitionId, Parameters: { ...Parameters, ProtocolId: protocolId.toLowerCase() } }
      : action;
  });

export type RuleAction = z.infer<typeof ruleActionSchema>;

const ruleActions = orJsonText(z.array(ruleActionSchema).max(maximumRuleParts).nullish()).transform(
  (list) => list ?? [],
);

/**
 * Body of PUT v1/rules and POST v1/rules/{ruleId} (docs/reference/rules.md#fields). Lists may be JSON or JSON text. A
 * null tenant makes a rule of all tenants and requires an administrator of all tenants. `modified`, when sent, is the
 * value that the form was loaded with: 409 when the rule has changed since.
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
      .refine((text) => (parseTimeSpan(text) ?? 0) >= minimumMatchLifetimeSeconds, {
        error: 'Must be at least 5 minutes.',
      })
      .refine((span) => (parseTimeSpan(span) ?? 0) <= maximumMatchLifetimeSeconds, {
        error: 'Must be at most 365 days.',
      }),
    useSlidingExpiration: z.boolean().default(false),
    timeConditions: orJsonText(timeConditionsSchema.nullish()),
    conditions: orJsonText(
      z
        .array(ruleConditionSchema, { error: 'Condtions are required for rules.' })
        .min(1, { error: 'Condtions are required for rules.' })
        .max(maximumRuleParts),
    ),
    correlation: orJsonText(ruleCorrelationSchema.nullish()).transform((correlation) => correlation ?? null),
    aggregation: orJsonText(ruleAggregationSchema.nullish()).transform((aggregation) => aggregation ?? null),
    /** Whether a WorkUnit rule also runs on units that it has created itself. */
    includeOwnWorkUnits: z.boolean().default(false),
    ...stormFields,
    matchActions: ruleActions,
    expirationActions: ruleActions,
    modified: z.iso.datetime({ offset: true }).nullish(),
  })
  .superRefine((rule, context) => {
    for (const { path, message } of findRuleFaults(rule))
      context.addIssue({ code: 'custom', path: [...path], message });
    if (rule.ruleTypeId !== ruleTypes.Maintenance) return;
    const problem = !rule.timeConditions
      ? 'Time limitations are required for Maintenance rules.'
      : rule.timeConditions.DaysOfWeek && rule.timeConditions.DaysOfWeek.length === 0
        ? 'At least one day should be selected when using a Maintenance rule.'
        : undefined;
    if (problem) context.addIssue({ code: 'custom', path: ['timeConditions'], message: problem });
  });

export type RuleInput = z.input<typeof ruleInputSchema>;

/** The validated input with defaults applied. */
export type ValidRule = z.output<typeof ruleInputSchema>;

/** The default match lifetime in its wire form. */
export const defaultMatchLifetime = formatTimeSpan(minimumMatchLifetimeSeconds);
