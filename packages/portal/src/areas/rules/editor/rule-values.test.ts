import { tenantOperandId } from '@cfs/contracts/rule-left-operands';
import { describe, expect, test } from 'vitest';
import { blankCondition, blankRule, valuesOf, withTenantCondition } from './rule-values.ts';
import type { RuleRow } from '../rule-row.ts';

const tenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('values of the rule editor', () => {
  test('start enabled with a lifetime of five minutes', () => {
    expect(blankRule(tenantId)).toMatchObject({ enabled: true, matchLifetime: '00:05:00' });
  });

  test('add the condition on the tenant first, and omit it when a rule is loaded', () => {
    const conditions = withTenantCondition([blankCondition()], tenantId);
    expect(conditions[0]).toMatchObject({ LeftOperand: tenantOperandId, RightOperand: tenantId, Type: 0, Operator: 1 });
    const row = {
      conditions: JSON.stringify(conditions),
      timeConditions: null,
      matchActions: null,
      expirationActions: null,
    };
    expect(valuesOf(row as RuleRow).conditions).toEqual([blankCondition()]);
  });

  test('have no condition on the tenant if the rule has no tenant', () => {
    expect(withTenantCondition([blankCondition()], null)).toHaveLength(1);
  });
});
