import { conditionTypes, type RuleCondition } from '@cfs/contracts/rule-conditions';
import { tenantOperandId } from '@cfs/contracts/rule-left-operands';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { alternativesOf } from '../conditions/alternatives-of.ts';

/** The resources that a Maintenance rule covers in one tenant, as far as its conditions name them. */
export interface MaintenanceScope {
  /** `undefined`: every tenant. */
  readonly tenantId: string | undefined;
  readonly entityIds: readonly string[];
  readonly subscriptionIds: readonly string[];
  /** Whether one of its alternatives is restricted only by the tenant. */
  readonly isWholeTenant: boolean;
}

const entityOperands: ReadonlySet<number> = new Set([6, 9]);
const subscriptionOperand = 21;

const namedBy = (conditions: readonly RuleCondition[], isMeant: (operand: number) => boolean): string[] =>
  conditions.flatMap(({ LeftOperand, Operator, RightOperand }) =>
    Operator === ruleOperators.Equals && RightOperand && isMeant(LeftOperand)
      ? [RightOperand.trim().toLowerCase()]
      : [],
  );

interface ScopedRule {
  /** `undefined` for a rule of all tenants. */
  readonly tenantId: string | undefined;
  readonly subscriptionId: string | null;
  readonly conditions: readonly RuleCondition[];
}

const scopeOf = (rule: ScopedRule, conditions: readonly RuleCondition[]): MaintenanceScope[] => {
  const [named, ...more] = new Set(namedBy(conditions, (operand) => operand === tenantOperandId));
  const isNever = more.length > 0 || (named !== undefined && rule.tenantId !== undefined && named !== rule.tenantId);
  if (isNever) return [];
  const entityIds = namedBy(conditions, (operand) => entityOperands.has(operand));
  const subscriptions = namedBy(conditions, (operand) => operand === subscriptionOperand);
  const enclosing = rule.subscriptionId === null ? [] : [rule.subscriptionId];
  const isTenantAlone = conditions.every(
    ({ LeftOperand, Operator }) => LeftOperand === tenantOperandId && Operator === ruleOperators.Equals,
  );
  return [
    {
      tenantId: rule.tenantId ?? named,
      entityIds,
      subscriptionIds: entityIds.length > 0 ? [] : [...enclosing, ...subscriptions],
      isWholeTenant: isTenantAlone && rule.subscriptionId === null,
    },
  ];
};

/**
 * The resources that a Maintenance rule covers, with one entry for each tenant that it names. An entity or subscription
 * is covered if a condition compares with it by Equals, regardless of the other conditions of the alternative. Other
 * conditions name no resource.
 */
export const maintenanceScopes = (rule: ScopedRule): readonly MaintenanceScope[] => {
  const scopes = alternativesOf(rule.conditions, ({ Type }) => Type === conditionTypes.Or).flatMap((conditions) =>
    scopeOf(rule, conditions),
  );
  return [...Map.groupBy(scopes, ({ tenantId }) => tenantId)].map(([tenantId, alternatives]) => ({
    tenantId,
    entityIds: [...new Set(alternatives.flatMap(({ entityIds }) => entityIds))],
    subscriptionIds: [...new Set(alternatives.flatMap(({ subscriptionIds }) => subscriptionIds))],
    isWholeTenant: alternatives.some(({ isWholeTenant }) => isWholeTenant),
  }));
};
