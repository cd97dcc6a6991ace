/**
 * What a rule listens to (docs/reference/rules.md#types). Ingestion rules run on every new packet; the
 * server keeps rules of the other types and does not run them yet.
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
