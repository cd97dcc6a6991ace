import { conditionTypes, type RuleCondition } from '@cfs/contracts/rule-conditions';
import { tenantOperandId } from '@cfs/contracts/rule-left-operands';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { describe, expect, test } from 'vitest';
import { maintenanceScopes } from './maintenance-scope.ts';

const [entityOperand, subscriptionOperand] = [6, 21];

const condition = (
  LeftOperand: number,
  RightOperand: string,
  Type: number = conditionTypes.And,
  Operator: number = ruleOperators.Equals,
): RuleCondition => ({ LeftOperand, Operator, RightOperand, Type });

const scopesOf = (conditions: readonly RuleCondition[], subscriptionId: string | null = null, tenantId?: string) =>
  maintenanceScopes({ tenantId, subscriptionId, conditions });

describe('a Maintenance rule covers', () => {
  test('the entities that the conditions of one alternative name', () => {
    const scopes = scopesOf([condition(tenantOperandId, 'T1'), condition(entityOperand, ' E1 ')]);
    expect(scopes).toEqual([{ tenantId: 't1', entityIds: ['e1'], subscriptionIds: [], isWholeTenant: false }]);
  });

  test('the resources that each alternative names, by tenant', () => {
    const scopes = scopesOf([
      condition(tenantOperandId, 'T1'),
      condition(entityOperand, 'E1'),
      condition(tenantOperandId, 'T2', conditionTypes.Or),
      condition(tenantOperandId, 'T1', conditionTypes.Or),
      condition(subscriptionOperand, 'S1'),
    ]);
    expect(scopes).toEqual([
      { tenantId: 't1', entityIds: ['e1'], subscriptionIds: ['s1'], isWholeTenant: false },
      { tenantId: 't2', entityIds: [], subscriptionIds: [], isWholeTenant: true },
    ]);
  });

  test('nothing if an alternative names two tenants, or a tenant other than that of the rule', () => {
    expect(scopesOf([condition(tenantOperandId, 'T1'), condition(tenantOperandId, 'T2')])).toEqual([]);
    expect(scopesOf([condition(tenantOperandId, 'T2')], null, 't1')).toEqual([]);
    expect(scopesOf([condition(tenantOperandId, 'T1')], null, 't1')).toMatchObject([{ isWholeTenant: true }]);
  });

  test('the subscription of the rule, unless an entity is named', () => {
    expect(scopesOf([condition(tenantOperandId, 'T1')], 's0')).toMatchObject([
      { subscriptionIds: ['s0'], isWholeTenant: false },
    ]);
    expect(scopesOf([condition(entityOperand, 'E1')], 's0')).toMatchObject([
      { entityIds: ['e1'], subscriptionIds: [] },
    ]);
  });

  test('no resource by name unless a condition compares with Equals', () => {
    const unequal = condition(entityOperand, 'E1', conditionTypes.And, ruleOperators.NotEquals);
    expect(scopesOf([unequal], null, 't1')).toEqual([
      { tenantId: 't1', entityIds: [], subscriptionIds: [], isWholeTenant: false },
    ]);
  });
});
