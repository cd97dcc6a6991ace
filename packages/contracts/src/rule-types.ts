/**
 * Input of a rule (docs/reference/rules.md#types). Ingestion rules run on every new packet; rules of other types are
 * stored but not yet run.
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
