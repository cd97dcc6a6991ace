import { randomUUID } from 'node:crypto';
import type { RuleCondition } from '@cfs/contracts/rule-conditions';
import { ruleOperators as is } from '@cfs/contracts/rule-operators';
import { describe, expect, it } from 'vitest';
import { unlimited } from '../storms/storm-control.ts';
import { compileRule, type CompiledRule } from '../evaluation/compile-rule.ts';
import { createRuleIndex } from './rule-index.ts';

const compile = (conditions: readonly RuleCondition[], changes: object = {}): CompiledRule =>
  compileRule(
    {
      ruleId: randomUUID(),
      name: 'Rule',
      ruleTypeId: 1,
      tenantId: 'tenant',
      subscriptionId: null,
      matchLifetimeSeconds: 300,
      useSlidingExpiration: false,
      timeConditions: null,
      conditions,
      correlation: null,
      aggregation: null,
      includeOwnWorkUnits: false,
      storm: unlimited,
      matchActions: [],
      expirationActions: [],
      countsSince: null,
      modified: new Date(0),
      ...changes,
    },
    'system',
  );

const condition = (
  LeftOperand: number,
  Operator: number,
  RightOperand: string | null,
  more: object = {},
): RuleCondition => ({
  Type: 0,
  LeftOperand,
  Operator,
  RightOperand,
  ...more,
});
const load = (more: object = {}) => condition(2, is.GreaterThan, '90', { LeftOperandFieldName: 'Load', ...more });

const found = (rules: readonly CompiledRule[], packet: object): number[] => {
  const candidates = new Set<CompiledRule>();
  const subject = { entityId: 'e', deviceId: undefined, subscriptionId: undefined, message: {}, ...packet };
  createRuleIndex(rules).collect(subject, candidates);
  return rules.flatMap((rule, index) => (candidates.has(rule) ? [index] : []));
};

describe('createRuleIndex', () => {
  it('finds only the ten of ten thousand rules that concern a packet', () => {
    const rules = Array.from({ length: 10_000 }, (_, index) =>
      compile([condition(6, is.Equals, index < 10 ? 'E' : randomUUID()), load()]),
    );
    expect(found(rules, { message: { Metrics: { Load: 95 } } })).toHaveLength(10);
  });

  it('finds every rule that can match', () => {
    const rules = [
      compile([load()]),
      compile([load({ LeftOperandFieldName: 'disk.c' })]),
      compile([condition(1, is.Equals, 'x')]),
      compile([condition(21, is.Equals, 'S')]),
      compile([condition(1, is.NotEquals, 'x')], { subscriptionId: 's' }),
      compile([condition(1, is.IsEmpty, null)]),
      compile([condition(2, is.NotEquals, '1', { LeftOperandFieldName: 'Load' })]),
      compile([load(), condition(6, is.Equals, 'other', { Type: 1 })]),
      compile([load(), condition(7, is.Equals, 'any', { Type: 1 })]),
      compile([condition(43, is.GreaterThan, '1', { LeftOperandFieldName: 'metrics.load' })], { ruleTypeId: 3 }),
      compile([condition(47, is.GreaterThan, '00:10:00')], { ruleTypeId: 3 }),
    ];
    expect(found(rules, {})).toEqual([5, 6, 8]);
    expect(found(rules, { message: { Value: 1 } })).toEqual([2, 5, 6, 8]);
    expect(found(rules, { message: { Metrics: { LOAD: 1 } } })).toEqual([0, 5, 6, 7, 8, 9]);
    expect(found(rules, { message: { Metrics: { disk: { c: 1 } } } })).toEqual([1, 5, 6, 8]);
    expect(found(rules, { message: { Metrics: { 'Disk.C': 1 } } })).toEqual([1, 5, 6, 8]);
    expect(found(rules, { subscriptionId: 'S' })).toEqual([3, 4, 5, 6, 8]);
    expect(found(rules, { entityId: 'OTHER' })).toEqual([5, 6, 7, 8]);
    expect(found([compile([condition(9, is.Equals, 'D'), load()])], { deviceId: 'd' })).toEqual([0]);
  });

  it.each([40, 43, 46])('finds a rule with window operand %i that a packet without the field satisfies', (operand) => {
    const operators = [is.IsEmpty, is.NotEquals, is.NotContains, is.NotMatches];
    const field = { LeftOperandFieldName: 'Metrics.Load' };
    const rules = operators.map((operator) => compile([condition(operand, operator, 'x', field)], { ruleTypeId: 3 }));
    expect(found(rules, { message: { Metrics: { Other: 1 } } })).toEqual([0, 1, 2, 3]);
  });
});
