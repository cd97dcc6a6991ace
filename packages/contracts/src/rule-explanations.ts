import { z } from 'zod';

/** Maximum characters of a value in an explanation; longer ones are cut. */
export const explainedCharacters = 500;

/** Maximum number of hits that the explanation of a match lists, newest first. */
export const explainedHits = 100;

/** Query of GET v1/rules/{ruleId}/explanation: the entity in question. */
export const ruleExplanationQuerySchema = z.object({ entityId: z.guid().toLowerCase() });

/**
 * The result of a condition: `Missing` if its operand has no value, `Unknown` if the rule does not evaluate a single
 * packet or the regular expression took too long.
 */
export const conditionResults = ['Holds', 'Fails', 'Missing', 'Unknown'] as const;

export type ConditionResult = (typeof conditionResults)[number];

const explainedConditionSchema = z.object({
  /** Place in the rule, from 0. */
  index: z.int(),
  leftOperand: z.int(),
  fieldName: z.string().nullable(),
  operator: z.int(),
  rightOperand: z.string().nullable(),
  /** The name of the entity, rule, state or similar whose id `rightOperand` is; null if it is not such an id. */
  rightName: z.string().nullable(),
  /** The value of the left operand as text; null when there is none. */
  value: z.string().nullable(),
  /** The same for the id in `value`. */
  valueName: z.string().nullable(),
  result: z.enum(conditionResults),
  /** What the occurrence pattern requires and has counted; null without one. */
  occurrence: z.string().nullable(),
});

export type ExplainedCondition = Readonly<z.infer<typeof explainedConditionSchema>>;

const explainedAlternativeSchema = z.object({
  /** Whether all of its conditions hold; its occurrence pattern may require more. */
  result: z.enum(conditionResults),
  conditions: z.array(explainedConditionSchema),
});

export type ExplainedAlternative = Readonly<z.infer<typeof explainedAlternativeSchema>>;

/** The present state of a rule about an entity, evaluated on the entity's latest packet. */
export const ruleExplanationSchema = z.object({
  ruleId: z.guid(),
  name: z.string(),
  ruleTypeId: z.int(),
  entityId: z.guid(),
  entityName: z.string().nullable(),
  /** Time of the packet that was evaluated; null without one. */
  timestamp: z.string().nullable(),
  /** The open match about the entity; null without one. */
  ruleMatchId: z.guid().nullable(),
  /** When the timer of the rule evaluated it last, and by how much it was late; null for a rule without a timer. */
  timer: z.object({ fired: z.string(), lateMilliseconds: z.int() }).nullable(),
  /** In one sentence: whether the rule fires, or why it does not. */
  verdict: z.string(),
  /** Everything that keeps the rule from firing or its actions from running, one sentence each. */
  reasons: z.array(z.string()),
  alternatives: z.array(explainedAlternativeSchema),
});

export type RuleExplanation = Readonly<z.infer<typeof ruleExplanationSchema>>;

/** Why a match opened, its hits, and why it ended or is still open. */
export const matchExplanationSchema = z.object({
  ruleMatchId: z.guid(),
  ruleId: z.guid(),
  ruleName: z.string().nullable(),
  label: z.string(),
  subjectId: z.guid(),
  /** One sentence each, in the order of events. */
  events: z.array(z.object({ at: z.string(), text: z.string() })),
  /** The conditions on the packet that opened the match; empty where the rule does not look at one packet. */
  opening: z.array(explainedAlternativeSchema),
  /** Whether the rule was changed after the match opened, so that `opening` shows the conditions of today. */
  isRuleChanged: z.boolean(),
  /** The packets that are hits of the match, newest first; at most {@link explainedHits}. */
  hits: z.array(z.object({ timestamp: z.string(), value: z.string().nullable() })),
  /** Whether `hits` holds every hit whose packet is still stored. */
  isComplete: z.boolean(),
  matchCount: z.int(),
});

export type MatchExplanation = Readonly<z.infer<typeof matchExplanationSchema>>;
