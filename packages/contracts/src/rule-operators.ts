/** How a condition compares its operands (docs/reference/rules.md#operators). */
export const ruleOperators = {
  Equals: 1,
  NotEquals: 2,
  GreaterThan: 3,
  LessThan: 4,
  Contains: 5,
  GreaterThanOrEqual: 6,
  LessThanOrEqual: 7,
  Matches: 8,
  StartsWith: 9,
  EndsWith: 10,
  NotContains: 11,
  NotMatches: 12,
  IsEmpty: 13,
  IsNotEmpty: 14,
} as const;

export type RuleOperatorId = (typeof ruleOperators)[keyof typeof ruleOperators];

/** Unary operators: they have no right operand. */
export const operatorsWithoutValue: ReadonlySet<number> = new Set([ruleOperators.IsEmpty, ruleOperators.IsNotEmpty]);
