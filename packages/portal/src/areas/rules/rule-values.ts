import { conditionTypes } from '@cfs/contracts/rule-conditions';
import { tenantOperandId } from '@cfs/contracts/rule-left-operands';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { defaultMatchLifetime } from '@cfs/contracts/rules';
import type { RuleRow } from './rule-row.ts';

/** One condition as the editor holds it. */
export interface ConditionValues {
  Type: number;
  LeftOperand: number;
  LeftOperandFieldName: string | null;
  Operator: number;
  RightOperand: string | null;
  OccurrencePattern: unknown;
}

/** One action of a rule as the editor holds it. */
export interface ActionValues {
  ActionDefinitionId: string;
  Parameters: Record<string, string | null>;
}

/** A rule as the editor holds it; the tenant's own condition is left out and put back by {@link withTenantCondition}. */
export interface RuleValues {
  name: string;
  description: string | null;
  enabled: boolean;
  ruleTypeId: number;
  tenantId: string | null;
  subscriptionId: string | null;
  matchLifetime: string;
  useSlidingExpiration: boolean;
  timeConditions: unknown;
  conditions: ConditionValues[];
  matchActions: ActionValues[];
  expirationActions: ActionValues[];
  modified: string | null;
}

export const blankCondition = (): ConditionValues => ({
  Type: conditionTypes.And,
  LeftOperand: 2,
  LeftOperandFieldName: 'CpuPercent',
  Operator: ruleOperators.GreaterThan,
  RightOperand: '',
  OccurrencePattern: null,
});

export const blankRule = (tenantId: string): RuleValues => ({
  name: '',
  description: null,
  enabled: true,
  ruleTypeId: ruleTypes.Ingestion,
  tenantId,
  subscriptionId: null,
  matchLifetime: defaultMatchLifetime,
  useSlidingExpiration: true,
  timeConditions: null,
  conditions: [blankCondition()],
  matchActions: [],
  expirationActions: [],
  modified: null,
});

/** Lists travel as JSON text or as JSON. */
const parsed = <Value>(wire: unknown, otherwise: Value): Value => {
  if (typeof wire === 'string') return wire === '' ? otherwise : (JSON.parse(wire) as Value);
  return (wire ?? otherwise) as Value;
};

export const valuesOf = (rule: RuleRow): RuleValues => ({
  name: rule.name,
  description: rule.description,
  enabled: rule.enabled,
  ruleTypeId: rule.ruleTypeId,
  tenantId: rule.tenantId,
  subscriptionId: rule.subscriptionId,
  matchLifetime: rule.matchLifetime,
  useSlidingExpiration: rule.useSlidingExpiration,
  timeConditions: parsed<unknown>(rule.timeConditions, null),
  conditions: parsed<ConditionValues[]>(rule.conditions, []).filter(
    (condition) => condition.LeftOperand !== tenantOperandId,
  ),
  matchActions: parsed<ActionValues[]>(rule.matchActions, []),
  expirationActions: parsed<ActionValues[]>(rule.expirationActions, []),
  modified: rule.modified,
});

/** Puts the fixed first condition of a chosen tenant in front of the others. */
export const withTenantCondition = <Condition extends object>(
  conditions: readonly Condition[],
  tenantId: string | null | undefined,
) =>
  tenantId
    ? [
        {
          Type: conditionTypes.And,
          LeftOperand: tenantOperandId,
          LeftOperandFieldName: null,
          Operator: ruleOperators.Equals,
          RightOperand: tenantId,
          OccurrencePattern: null,
        },
        ...conditions,
      ]
    : [...conditions];
