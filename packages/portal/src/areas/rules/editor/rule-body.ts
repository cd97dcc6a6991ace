import { windowOperandIds } from '@cfs/contracts/rule-left-operands';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { operatorsWithoutValue } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import {
  namesField,
  parameterName,
  type ActionValues,
  type AggregationValues,
  type ConditionValues,
  type OccurrenceValues,
  type RuleValues,
  type TimeValues,
} from './rule-values.ts';

const textOrNull = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text);

const patternOf = ({ Option, Count, Span }: OccurrenceValues) => {
  switch (Option) {
    case occurrenceOptions.TimesInARow:
      return { Option, Count };
    case occurrenceOptions.TimesWithinSpan:
      return { Option, Count, Span };
    case occurrenceOptions.OncePerSpan:
      return { Option, Span };
    default:
      return null;
  }
};

/** Whether a condition of a rule of the type has a window. */
export const hasWindow = (ruleTypeId: number | null, operandId: number | null): boolean =>
  ruleTypeId === ruleTypes.History && operandId !== null && windowOperandIds.has(operandId);

const conditionOf = (condition: ConditionValues, ruleTypeId: number | null) => {
  const isWindow = hasWindow(ruleTypeId, condition.LeftOperand);
  return {
    ...condition,
    LeftOperandFieldName:
      isWindow || namesField(condition.LeftOperand) ? textOrNull(condition.LeftOperandFieldName) : null,
    RightOperand: operatorsWithoutValue.has(condition.Operator) ? null : textOrNull(condition.RightOperand),
    OccurrencePattern: patternOf(condition.OccurrencePattern),
    Window: isWindow ? condition.Window : null,
  };
};

const timesOf = (times: TimeValues) => ({
  ...times,
  StartRange: textOrNull(times.StartRange),
  EndRange: textOrNull(times.EndRange),
  DailyStartTime: textOrNull(times.DailyStartTime),
  DailyEndTime: textOrNull(times.DailyEndTime),
  DaysOfMonth: textOrNull(times.DaysOfMonth),
});

const aggregationOf = ({ Where, ...aggregation }: AggregationValues) => ({
  ...aggregation,
  Where: Where.Operator === null ? null : Where,
});

const actionsOf = (actions: readonly ActionValues[]) =>
  actions.map(({ ActionDefinitionId, Parameters }) => ({
    ActionDefinitionId,
    Parameters: Object.fromEntries(
      Object.entries(Parameters).flatMap(([key, value]) => (value === undefined ? [] : [[parameterName(key), value]])),
    ),
  }));

/** Returns the body that saves the rule, without the values that its type, operators and options do not use. */
export const bodyOf = ({ hasTimeLimits, ...values }: RuleValues) => ({
  ...values,
  ruleTypeId: values.ruleTypeId ?? undefined,
  timeConditions: hasTimeLimits ? timesOf(values.timeConditions) : null,
  conditions: values.conditions.map((condition) => conditionOf(condition, values.ruleTypeId)),
  correlation: values.ruleTypeId === ruleTypes.Correlation ? values.correlation : null,
  aggregation: values.ruleTypeId === ruleTypes.Aggregation ? aggregationOf(values.aggregation) : null,
  includeOwnWorkUnits: values.ruleTypeId === ruleTypes.WorkUnit && values.includeOwnWorkUnits,
  groupWindow: values.groupBy === null ? null : values.groupWindow,
  matchActions: actionsOf(values.matchActions),
  expirationActions: actionsOf(values.expirationActions),
});
