import { describe, expect, it } from 'vitest';
import { ruleInputSchema } from './rules.ts';

const ruleId = '6c7a1f0e-5a53-4c38-9f0f-2f6f3f0d1a11';
const condition = (LeftOperand: number, Operator: number, RightOperand?: string, changes: object = {}) => ({
  Type: 0,
  LeftOperand,
  Operator,
  RightOperand,
  ...changes,
});
const rule = (ruleTypeId: number, conditions: readonly object[], changes: object = {}) => ({
  name: 'Rule',
  ruleTypeId,
  matchLifetime: '00:05:00',
  conditions,
  ...(ruleTypeId === 2 ? { correlation: {} } : {}),
  ...(ruleTypeId === 6 ? { aggregation: { Bucket: '00:10:00', GroupBy: 'Tenant' } } : {}),
  ...(ruleTypeId === 5 ? { timeConditions: { TimeZoneId: 'UTC' } } : {}),
  ...changes,
});
const faultsOf = (body: object): string[] =>
  ruleInputSchema.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const inARow = { OccurrencePattern: { Option: 2, Count: 3 } };
const once = { OccurrencePattern: { Option: 4, Span: '01:00:00' } };

describe('a rule', () => {
  it.each([
    rule(1, [condition(1, 3, '90')]),
    rule(2, [condition(30, 1, ruleId), condition(30, 2, ruleId)], { correlation: { Reach: 'Device', Ordered: true } }),
    rule(3, [condition(43, 3, '90', { LeftOperandFieldName: 'metrics.Load', Window: { Span: '7.00:00:00' } })]),
    rule(3, [condition(41, 3, '90'), condition(1, 3, '5')]),
    rule(3, [condition(47, 6, '00:10:00'), condition(6, 1, ruleId)]),
    rule(4, [condition(61, 7, '1'), condition(60, 5, 'disk')], { includeOwnWorkUnits: true }),
    rule(5, [condition(30, 1, ruleId), condition(6, 1, ruleId)]),
    rule(6, [condition(49, 6, '0.5'), condition(46, 3, '2')]),
    rule(1, [condition(1, 3, '90', inARow), condition(1, 3, '95', { Type: 1, ...once })]),
    rule(1, [condition(1, 3, '90', inARow), condition(1, 3, '95', { OccurrencePattern: { Option: 1 } })]),
  ])('is accepted: %j', (body) => {
    expect(faultsOf(body)).toEqual([]);
  });

  it.each([
    [rule(1, [condition(43, 3, '90')]), 'conditions.0: Average does not belong to rules of the type Ingestion.'],
    [
      rule(2, [condition(30, 1, ruleId), condition(1, 3, '9')]),
      'conditions.1: Value does not belong to rules of the type Correlation.',
    ],
    [rule(3, [condition(48, 3, '9')]), 'conditions.0: Sum does not belong to rules of the type History.'],
    [rule(4, [condition(1, 3, '9')]), 'conditions.0: Value does not belong to rules of the type WorkUnit.'],
    [rule(5, [condition(1, 3, '9')]), 'conditions.0: Value does not belong to rules of the type Maintenance.'],
    [rule(6, [condition(1, 3, '9')]), 'conditions.0: Value does not belong to rules of the type Aggregation.'],
    [rule(1, [condition(1, 3, '9', { Window: {} })]), 'conditions.0: Value does not support a window.'],
    [rule(6, [condition(43, 3, '9', { Window: {} })]), 'conditions.0: Average does not support a window.'],
    [
      rule(3, [condition(43, 3, '9', { LeftOperandFieldName: 'Load' })]),
      'conditions.0: Please enter Value or a field of Metrics, Properties, States or Diagnostics, as Metrics.CpuPercent.',
    ],
    [
      rule(3, [condition(43, 3, '9', { Window: { Span: '00:00:59' } })]),
      'conditions.0.Window.Span: Please enter a time span from 00:01:00 to 7.00:00:00.',
    ],
    [
      rule(3, [condition(43, 3, '9', { Window: { Span: '7.00:00:01' } })]),
      'conditions.0.Window.Span: Please enter a time span from 00:01:00 to 7.00:00:00.',
    ],
    [
      rule(3, [condition(47, 4, '00:10:00')]),
      'conditions.0: Time without Packet requires GreaterThan or GreaterThanOrEqual.',
    ],
    [
      rule(3, [condition(47, 3, '600')]),
      'conditions.0: Time without Packet requires a time span from 00:01:00 to 7.00:00:00.',
    ],
    [rule(2, [condition(30, 3, ruleId)]), 'conditions.0: Active Rule requires Equals or NotEquals and a rule.'],
    [rule(2, [condition(30, 1, 'Disk')]), 'conditions.0: Active Rule requires Equals or NotEquals and a rule.'],
    [
      rule(2, [condition(30, 1, ruleId), condition(30, 2, ruleId, { Type: 1 })]),
      'conditions.1: Conditions joined by And need an Active Rule condition with Equals.',
    ],
    [
      rule(1, [condition(1, 3, '90', inARow), condition(1, 4, '95', once)]),
      'conditions.1: Conditions joined by And can have only one occurrence pattern. Condition 1 already has it.',
    ],
    [
      rule(2, [condition(30, 1, ruleId)], { correlation: null }),
      'correlation: Rules of the type Correlation need correlation settings.',
    ],
    [
      rule(1, [condition(1, 3, '9')], { correlation: {} }),
      'correlation: Only rules of the type Correlation have correlation settings.',
    ],
    [
      rule(6, [condition(46, 3, '9')], { aggregation: null }),
      'aggregation: Rules of the type Aggregation need aggregation settings.',
    ],
    [
      rule(6, [condition(46, 3, '9')], { aggregation: { Bucket: '00:00:30', GroupBy: 'Tenant' } }),
      'aggregation.Bucket: Please enter a time span from 00:01:00 to 1.00:00:00.',
    ],
    [
      rule(6, [condition(46, 3, '9')], {
        aggregation: { Bucket: '00:10:00', GroupBy: 'Tenant', Where: { Field: 'Value', Operator: 8, Value: 'a' } },
      }),
      'aggregation.Where: Where does not support regular expressions.',
    ],
  ])('is rejected: %j', (body, fault) => {
    expect(faultsOf(body)).toContain(fault);
  });
});
