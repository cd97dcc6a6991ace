/**
 * What a rule runs on (docs/reference/rules.md#types).
 */
export const ruleTypes = {
  Ingestion: 1,
  Correlation: 2,
  History: 3,
  WorkUnit: 4,
  Maintenance: 5,
  Aggregation: 6,
} as const;

export type RuleTypeId = (typeof ruleTypes)[keyof typeof ruleTypes];
