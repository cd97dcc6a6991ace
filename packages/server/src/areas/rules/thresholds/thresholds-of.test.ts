import type { RuleCondition } from '@cfs/contracts/rule-conditions';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { describe, expect, it } from 'vitest';
import { thresholdsOf } from './thresholds-of.ts';

const { Equals, NotEquals, Contains, GreaterThan, LessThanOrEqual, Matches } = ruleOperators;
const entity = { tenantId: 't', entityId: 'e1', subscriptionId: 's1', name: 'Queue North' };
const on = (LeftOperand: number, Operator: number, RightOperand: string, more: Partial<RuleCondition> = {}) =>
  ({ Type: 0, LeftOperand, Operator, RightOperand, ...more }) as RuleCondition;
const values = (...conditions: RuleCondition[]) => thresholdsOf(conditions, entity).map(({ value }) => value);

describe('thresholds', () => {
  it('are numbers that ordering operators compare the value with', () => {
    expect(thresholdsOf([on(1, GreaterThan, '90'), on(1, LessThanOrEqual, '-1.5e1')], entity)).toEqual([
      { operator: GreaterThan, value: 90 },
      { operator: LessThanOrEqual, value: -15 },
    ]);
    expect(values(on(1, GreaterThan, 'high'), on(1, Equals, '7'), on(1, Matches, '9'))).toEqual([]);
  });

  it('include averages and extremes of the value, but no other field', () => {
    expect(values(on(43, GreaterThan, '5', { LeftOperandFieldName: 'Value' }), on(45, GreaterThan, '6'))).toEqual([
      5, 6,
    ]);
    expect(values(on(43, GreaterThan, '5', { LeftOperandFieldName: 'Metrics.CpuPercent' }))).toEqual([]);
    expect(values(on(2, GreaterThan, '5', { LeftOperandFieldName: 'CpuPercent' }))).toEqual([]);
  });

  it('are omitted if the alternative cannot hold for the entity', () => {
    expect(values(on(6, Equals, 'E1'), on(1, GreaterThan, '1'))).toEqual([1]);
    expect(values(on(6, Equals, 'e2'), on(1, GreaterThan, '1'))).toEqual([]);
    expect(values(on(6, NotEquals, 'e1'), on(1, GreaterThan, '1'))).toEqual([]);
    expect(values(on(7, Contains, 'north'), on(1, GreaterThan, '1'))).toEqual([1]);
    expect(values(on(7, Contains, 'south'), on(1, GreaterThan, '1'))).toEqual([]);
    expect(values(on(6, Equals, 'e2'), on(1, GreaterThan, '1'), on(1, GreaterThan, '2', { Type: 1 }))).toEqual([2]);
  });

  it('are returned once', () => {
    expect(values(on(1, GreaterThan, '5'), on(1, GreaterThan, '5.0', { Type: 1 }))).toEqual([5]);
  });
});
