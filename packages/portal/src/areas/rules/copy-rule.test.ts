import { ruleInputSchema } from '@cfs/contracts/rules';
import { describe, expect, test } from 'vitest';
import { copyOf } from './copy-rule.ts';
import type { RuleRow } from './rule-row.ts';

const tenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const here = '4f2504e0-4f89-41d3-9a0c-0305e82c3301';
const condition = { Type: 0, LeftOperand: 1, Operator: 3, RightOperand: '90' };

const rule = {
  name: 'x'.repeat(200),
  description: null,
  enabled: true,
  ruleTypeId: 1,
  tenantId,
  subscriptionId: null,
  matchLifetime: '00:05:00',
  useSlidingExpiration: true,
  timeConditions: null,
  conditions: JSON.stringify([{ Type: 0, LeftOperand: 20, Operator: 1, RightOperand: tenantId }, condition]),
  correlation: null,
  aggregation: null,
  includeOwnWorkUnits: false,
  groupBy: 'Location',
  groupWindow: '00:20:00',
  actionLimitPerHour: 5,
  matchActions: '[]',
  expirationActions: [],
} as unknown as RuleRow;

describe('the copy of a rule', () => {
  test('is disabled, valid, and named after the original within the length limit', () => {
    const copy = ruleInputSchema.parse(copyOf(rule, here));
    expect(copy).toMatchObject({ enabled: false, tenantId, name: `Copy of ${'x'.repeat(192)}` });
    expect(copy.conditions.map(({ LeftOperand }) => LeftOperand)).toEqual([20, 1]);
  });

  test('belongs to the current tenant if the rule is shared by all tenants', () => {
    const copy = copyOf({ ...rule, tenantId: null, conditions: [condition] }, here);
    expect(copy).toMatchObject({ tenantId: here, conditions: [{ LeftOperand: 20, RightOperand: here }, condition] });
  });
});
