import { conditionTypes } from '@cfs/contracts/rule-conditions';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { describe, expect, test } from 'vitest';
import { ruleForm } from './rule-form.ts';
import { blankCondition, blankRule, type ConditionValues, type RuleValues } from './rule-values.ts';

const tenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const condition = (changes: Partial<ConditionValues> = {}): ConditionValues => ({
  ...blankCondition(),
  LeftOperand: 2,
  LeftOperandFieldName: 'Load',
  Operator: ruleOperators.GreaterThan,
  RightOperand: '90',
  ...changes,
});

const rule = (changes: Partial<RuleValues> = {}): RuleValues => ({
  ...blankRule(tenantId),
  name: 'Hot',
  ruleTypeId: ruleTypes.Ingestion,
  conditions: [condition()],
  ...changes,
});

const faultsOf = (changes: Partial<RuleValues>): Record<string, string> => {
  const checked = ruleForm.safeParse(rule(changes));
  // A field shows the first of its messages.
  const issues = (checked.error?.issues ?? []).toReversed();
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
};
const bodyOf = (changes: Partial<RuleValues>) => ruleForm.parse(rule(changes));

describe('the rule form', () => {
  test('shows the fixed messages at their fields', () => {
    expect(faultsOf({ name: ' ', ruleTypeId: null, matchLifetime: '', conditions: [] })).toEqual({
      name: 'Please enter a rule name',
      ruleTypeId: 'Please select a Rule Type',
      matchLifetime: 'Lifetime is required',
      conditions: 'Condtions are required for rules.',
    });
    expect(faultsOf({ matchLifetime: '00:04:59' })).toEqual({ matchLifetime: 'Must be at least 5 minutes.' });
  });

  test('requires time limitations and a day for a Maintenance rule', () => {
    const entity = condition({ LeftOperand: 6, Operator: ruleOperators.Equals, RightOperand: tenantId });
    const changes = { ruleTypeId: ruleTypes.Maintenance, conditions: [entity] };
    expect(faultsOf(changes)).toEqual({ timeConditions: 'Time limitations are required for Maintenance rules.' });
    const { timeConditions } = rule();
    expect(
      faultsOf({ ...changes, hasTimeLimits: true, timeConditions: { ...timeConditions, DaysOfWeek: [] } }),
    ).toEqual({ 'timeConditions.DaysOfWeek': 'At least one day should be selected when using a Maintenance rule.' });
    expect(faultsOf({ ...changes, hasTimeLimits: true })).toEqual({});
  });

  test('requires a time zone and valid dates if times are limited', () => {
    const times = { ...rule().timeConditions, TimeZoneId: null, StartRange: '2026-02-30T10:00' };
    expect(faultsOf({ hasTimeLimits: true, timeConditions: times })).toEqual({
      'timeConditions.TimeZoneId': 'A timezone is required.',
      'timeConditions.StartRange': 'Please enter a valid date',
    });
    expect(bodyOf({ hasTimeLimits: false, timeConditions: times }).timeConditions).toBeNull();
  });

  test.for<[string, Partial<ConditionValues>, string]>([
    ['LeftOperand', { LeftOperand: null }, 'Please choose an operand.'],
    ['LeftOperandFieldName', { LeftOperandFieldName: ' ' }, 'Metrics needs the name of a field.'],
    ['RightOperand', { RightOperand: '' }, 'The condition needs a value to compare with.'],
    ['LeftOperand', { LeftOperand: 43 }, 'Average does not belong to rules of the type Ingestion.'],
    [
      'OccurrencePattern.Count',
      { OccurrencePattern: { Option: occurrenceOptions.TimesInARow, Count: null, Span: null } },
      'Please enter a number from 1 to 1,000.',
    ],
    [
      'OccurrencePattern.Span',
      { OccurrencePattern: { Option: occurrenceOptions.OncePerSpan, Count: null, Span: 'soon' } },
      'Please enter a time span.',
    ],
  ])('shows an error of a condition at its %s', ([part, changes, message]) => {
    expect(faultsOf({ conditions: [condition(changes)] })).toMatchObject({ [`conditions.0.${part}`]: message });
  });

  test('reports a second occurrence pattern of an alternative at that pattern', () => {
    const counted = { OccurrencePattern: { Option: occurrenceOptions.TimesInARow, Count: 3, Span: null } };
    const both = [condition(counted), condition(counted)];
    expect(Object.keys(faultsOf({ conditions: both }))).toEqual(['conditions.1.OccurrencePattern.Option']);
    expect(faultsOf({ conditions: [condition(counted), condition({ ...counted, Type: conditionTypes.Or })] })).toEqual(
      {},
    );
  });

  test('omits what the operator, the option and the type do not use', () => {
    const [sent] = bodyOf({
      conditions: [
        condition({
          Operator: ruleOperators.IsEmpty,
          OccurrencePattern: { Option: occurrenceOptions.EveryTime, Count: 7, Span: 'x' },
        }),
      ],
    }).conditions;
    expect(sent).toMatchObject({ RightOperand: null, OccurrencePattern: null, Window: null });
    expect(bodyOf({})).toMatchObject({ correlation: null, aggregation: null, includeOwnWorkUnits: false });
    expect(bodyOf({})).toMatchObject({ groupBy: null, groupWindow: null, actionLimitPerHour: null });
    expect(bodyOf({ groupBy: 'Location' })).toMatchObject({ groupBy: 'Location', groupWindow: '00:10:00' });
  });

  test('sends the settings of the type', () => {
    const active = condition({ LeftOperand: 30, Operator: ruleOperators.Equals, RightOperand: tenantId });
    expect(bodyOf({ ruleTypeId: ruleTypes.Correlation, conditions: [active] })).toMatchObject({
      correlation: { Reach: 'Subject', Span: '00:05:00', Ordered: false },
      aggregation: null,
    });
    const share = condition({ LeftOperand: 49, RightOperand: '0.5' });
    expect(bodyOf({ ruleTypeId: ruleTypes.Aggregation, conditions: [share] })).toMatchObject({
      aggregation: { Bucket: '00:10:00', GroupBy: 'Tenant', Field: '', Where: null },
      correlation: null,
    });
    const average = condition({ LeftOperand: 43, LeftOperandFieldName: 'Metrics.Load' });
    expect(bodyOf({ ruleTypeId: ruleTypes.History, conditions: [average] }).conditions[0]).toMatchObject({
      LeftOperandFieldName: 'Metrics.Load',
      Window: { Span: '00:05:00', MinimumSamples: 1 },
    });
  });

  test('keeps the names of parameters that contain dots', () => {
    const action = { ActionDefinitionId: tenantId, Parameters: { 'Metrics%2ELoad': 'high' } };
    expect(bodyOf({ matchActions: [action] }).matchActions).toEqual([
      { ActionDefinitionId: tenantId, Parameters: { 'Metrics.Load': 'high' } },
    ]);
  });
});
