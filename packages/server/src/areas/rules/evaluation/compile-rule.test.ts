import type { RuleCondition } from '@cfs/contracts/rule-conditions';
import { ruleOperators as is } from '@cfs/contracts/rule-operators';
import { describe, expect, it } from 'vitest';
import { unlimited } from '../storms/storm-control.ts';
import { compileRule, type RunnableRule } from './compile-rule.ts';
import type { RuleSubject } from './rule-subject.ts';

const system = 'system';
const and = 0;
const or = 1;

const state = (name: string, Type = and): RuleCondition => ({
  Type,
  LeftOperand: 4,
  LeftOperandFieldName: name,
  Operator: is.Equals,
  RightOperand: 'yes',
});

const rule = (changes: Partial<RunnableRule>): RunnableRule => ({
  ruleId: 'rule',
  name: 'Rule',
  ruleTypeId: 1,
  tenantId: 'tenant',
  subscriptionId: null,
  matchLifetimeSeconds: 300,
  useSlidingExpiration: false,
  timeConditions: null,
  conditions: [],
  correlation: null,
  aggregation: null,
  includeOwnWorkUnits: false,
  storm: unlimited,
  countsSince: null,
  matchActions: [],
  expirationActions: [],
  modified: new Date('2026-03-01T00:00:00Z'),
  ...changes,
});

const subject = (changes: Partial<RuleSubject> = {}): RuleSubject => ({
  tenantId: 'tenant',
  entityId: 'entity',
  timestamp: new Date('2026-03-02T10:00:00Z'),
  message: {},
  deviceId: undefined,
  subscriptionId: undefined,
  entityName: undefined,
  ...changes,
});

const matches = (changes: Partial<RunnableRule>, of: RuleSubject): boolean => {
  const compiled = compileRule(rule(changes), system);
  return compiled.isInScope(of) && compiled.isInTime(of.timestamp.getTime()) && compiled.truths(of).includes(true);
};

const saying = (...names: string[]): RuleSubject =>
  subject({ message: { States: Object.fromEntries(names.map((name) => [name, 'yes'])) } });

describe('compileRule', () => {
  it.each<[string[], boolean]>([
    [['a'], true],
    [['b'], false],
    [['b', 'c'], true],
    [['c', 'd'], false],
    [['d', 'e'], true],
    [[], false],
  ])('binds And tighter than Or: %j of a or b and c or d and e is %s', (said, expected) => {
    const conditions = [state('a'), state('b', or), state('c'), state('d', or), state('e')];
    expect(matches({ conditions }, saying(...said))).toBe(expected);
  });

  it('restricts the whole expression to its tenant and subscription', () => {
    const conditions = [state('a'), state('b', or)];
    const said = { message: { States: { b: 'yes' } } };
    expect(matches({ conditions }, subject({ ...said, tenantId: 'other' }))).toBe(false);
    expect(matches({ conditions, subscriptionId: 'one' }, subject(said))).toBe(false);
    expect(matches({ conditions, subscriptionId: 'one' }, subject({ ...said, subscriptionId: 'one' }))).toBe(true);
  });

  it('runs a rule of the system tenant for every tenant', () => {
    expect(matches({ conditions: [state('a')], tenantId: system }, saying('a'))).toBe(true);
  });

  it.each<[number, string, RuleSubject]>([
    [1, '', subject({ message: { Value: 'yes' } })],
    [2, 'Load', subject({ message: { Metrics: { load: 'yes' } } })],
    [3, 'disk.c:', subject({ message: { Properties: { disk: { 'c:': 'yes' } } } })],
    [3, 'disk.c:', subject({ message: { Properties: { 'disk.c:': 'yes' } } })],
    [5, 'Trace', subject({ message: { Diagnostics: { Trace: 'yes' } } })],
    [6, '', subject({ entityId: 'yes' })],
    [7, '', subject({ entityName: 'yes' })],
    [7, '', subject({ message: { Properties: { BlockName: 'yes' } } })],
    [9, '', subject({ deviceId: 'yes' })],
    [21, '', subject({ subscriptionId: 'yes' })],
  ])('reads operand %i %s of any packet', (LeftOperand, LeftOperandFieldName, of) => {
    expect(matches({ conditions: [{ ...state(''), LeftOperand, LeftOperandFieldName }] }, of)).toBe(true);
  });

  it('never reads inherited properties', () => {
    const conditions = [{ ...state('constructor'), Operator: is.IsNotEmpty }];
    expect(matches({ conditions }, saying())).toBe(false);
  });

  it('returns for each alternative whether it holds, and undefined if only an operand is missing', () => {
    const number = (LeftOperandFieldName: string, Type = and): RuleCondition => ({
      Type,
      LeftOperand: 2,
      LeftOperandFieldName,
      Operator: is.GreaterThan,
      RightOperand: '90',
    });
    const { truths } = compileRule(rule({ conditions: [number('a'), number('b'), number('c', or)] }), system);
    const of = (Metrics: object) => truths(subject({ message: { Metrics: { ...Metrics } } }));
    expect(of({ a: 95, b: 95, c: 95 })).toEqual([true, true]);
    expect(of({ a: 95, c: 5 })).toEqual([undefined, false]);
    expect(of({ a: 5 })).toEqual([false, undefined]);
    expect(of({ a: 5, b: 95 })).toEqual([false, undefined]);
  });

  it('restricts a rule to its time limitations', () => {
    const timeConditions = { TimeZoneId: 'America/New_York', DailyStartTime: '09:00:00', DailyEndTime: '17:00:00' };
    expect(matches({ conditions: [state('a')], timeConditions }, saying('a'))).toBe(false);
    const noon = { ...saying('a'), timestamp: new Date('2026-03-02T17:00:00Z') };
    expect(matches({ conditions: [state('a')], timeConditions }, noon)).toBe(true);
  });
});
