import { tenantOperandId } from '@cfs/contracts/rule-left-operands';
import type { RuleRow } from './rule-row.ts';

const nameCharacters = 200;

const isOfTenant = (condition: unknown): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  (condition as { readonly LeftOperand?: unknown }).LeftOperand === tenantOperandId;

const parsed = (wire: unknown): unknown => (typeof wire === 'string' && wire !== '' ? JSON.parse(wire) : wire);

/** Returns the body that creates a disabled copy of a rule. The copy of a rule of all tenants belongs to `tenantId`. */
export const copyOf = (rule: RuleRow, tenantId: string) => {
  const conditions = parsed(rule.conditions);
  const own = Array.isArray(conditions) ? (conditions as unknown[]).filter((condition) => !isOfTenant(condition)) : [];
  const owner = rule.tenantId ?? tenantId;
  return {
    name: `Copy of ${rule.name}`.slice(0, nameCharacters),
    description: rule.description,
    enabled: false,
    ruleTypeId: rule.ruleTypeId,
    tenantId: owner,
    subscriptionId: rule.subscriptionId,
    matchLifetime: rule.matchLifetime,
    useSlidingExpiration: rule.useSlidingExpiration,
    timeConditions: parsed(rule.timeConditions),
    conditions: [{ Type: 0, LeftOperand: tenantOperandId, Operator: 1, RightOperand: owner }, ...own],
    correlation: parsed(rule.correlation),
    aggregation: parsed(rule.aggregation),
    includeOwnWorkUnits: rule.includeOwnWorkUnits ?? false,
    groupBy: rule.groupBy ?? null,
    groupWindow: rule.groupWindow ?? null,
    actionLimitPerHour: rule.actionLimitPerHour ?? null,
    matchActions: parsed(rule.matchActions),
    expirationActions: parsed(rule.expirationActions),
  };
};
