import { z } from 'zod';

/** A number that an enabled rule compares an entity's value with. See docs/reference/rules.md#calls. */
export const ruleThreshold = z.object({
  ruleId: z.guid(),
  ruleName: z.string(),
  /** One of the four orderings of `ruleOperators`. */
  operator: z.int(),
  value: z.number(),
});
export type RuleThreshold = z.infer<typeof ruleThreshold>;

/** Answer of `GET /v1/rules/GetThresholds(entityId={id})`. */
export const ruleThresholds = z.object({ value: z.array(ruleThreshold) });
