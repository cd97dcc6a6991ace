import { conditionTypes } from '@cfs/contracts/rule-conditions';
import { leftOperandsById, tenantOperandId } from '@cfs/contracts/rule-left-operands';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { defaultGroupWindow } from '@cfs/contracts/rule-storms';
import { defaultMatchLifetime } from '@cfs/contracts/rules';
import { defaultRuleSpan } from '@cfs/contracts/rule-windows';
import type { RuleRow } from '../rule-row.ts';

/** An occurrence pattern as the editor holds it: the parts that its option does not use keep their values. */
export interface OccurrenceValues {
  Option: number;
  Count: number | null;
  Span: string | null;
}

/** The window of an operand of History rules. */
export interface WindowValues {
  Span: string;
  MinimumSamples: number | null;
}

/** One condition as the editor holds it. */
export interface ConditionValues {
  Type: number;
  LeftOperand: number | null;
  LeftOperandFieldName: string | null;
  Operator: number;
  RightOperand: string | null;
  OccurrencePattern: OccurrenceValues;
  Window: WindowValues;
}

/** One action of a rule as the editor holds it. */
export interface ActionValues {
  ActionDefinitionId: string;
  /** Keyed by {@link parameterKey} of their names. */
  Parameters: Record<string, string | null>;
}

/** Time limitations as the editor holds them; the days of the month as a comma-separated text. */
export interface TimeValues {
  TimeZoneId: string | null;
  StartRange: string | null;
  EndRange: string | null;
  DaysOfWeek: number[];
  DaysOfMonth: string;
  DailyStartTime: string | null;
  DailyEndTime: string | null;
}

export interface CorrelationValues {
  Reach: string;
  Span: string;
  Ordered: boolean;
}

export interface WhereValues {
  Field: string;
  Operator: number | null;
  Value: string | null;
}

export interface AggregationValues {
  Bucket: string;
  GroupBy: string;
  Field: string;
  Where: WhereValues;
}

/** A rule as the editor holds it, without the condition on its tenant, which {@link withTenantCondition} adds again. */
export interface RuleValues {
  name: string;
  description: string | null;
  enabled: boolean;
  ruleTypeId: number | null;
  tenantId: string | null;
  subscriptionId: string | null;
  matchLifetime: string;
  useSlidingExpiration: boolean;
  hasTimeLimits: boolean;
  timeConditions: TimeValues;
  conditions: ConditionValues[];
  correlation: CorrelationValues;
  aggregation: AggregationValues;
  includeOwnWorkUnits: boolean;
  groupBy: string | null;
  groupWindow: string;
  actionLimitPerHour: number | null;
  matchActions: ActionValues[];
  expirationActions: ActionValues[];
  modified: string | null;
}

/** The time zone of new time limitations. */
export const defaultTimeZone = 'America/New_York';

const everyDayOfWeek: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

const everyTime: OccurrenceValues = { Option: occurrenceOptions.EveryTime, Count: null, Span: null };
const usualWindow: WindowValues = { Span: defaultRuleSpan, MinimumSamples: 1 };

export const blankCondition = (type: number = conditionTypes.And): ConditionValues => ({
  Type: type,
  LeftOperand: null,
  LeftOperandFieldName: null,
  Operator: ruleOperators.Equals,
  RightOperand: null,
  OccurrencePattern: { ...everyTime },
  Window: { ...usualWindow },
});

const blankTimes: TimeValues = {
  TimeZoneId: defaultTimeZone,
  StartRange: null,
  EndRange: null,
  DaysOfWeek: [...everyDayOfWeek],
  DaysOfMonth: '',
  DailyStartTime: null,
  DailyEndTime: null,
};

const blankCorrelation: CorrelationValues = { Reach: 'Subject', Span: defaultRuleSpan, Ordered: false };
const blankWhere: WhereValues = { Field: '', Operator: null, Value: null };
const blankAggregation: AggregationValues = { Bucket: '00:10:00', GroupBy: 'Tenant', Field: '', Where: blankWhere };

export const blankRule = (tenantId: string): RuleValues => ({
  name: '',
  description: null,
  enabled: true,
  ruleTypeId: null,
  tenantId,
  subscriptionId: null,
  matchLifetime: defaultMatchLifetime,
  useSlidingExpiration: true,
  hasTimeLimits: false,
  timeConditions: blankTimes,
  conditions: [],
  correlation: blankCorrelation,
  aggregation: blankAggregation,
  includeOwnWorkUnits: false,
  groupBy: null,
  groupWindow: defaultGroupWindow,
  actionLimitPerHour: null,
  matchActions: [],
  expirationActions: [],
  modified: null,
});

/** Lists are serialized as JSON text or as JSON. */
const parsed = <Value>(wire: unknown, otherwise: Value): Value => {
  if (typeof wire === 'string') return wire === '' ? otherwise : (JSON.parse(wire) as Value);
  return (wire ?? otherwise) as Value;
};

type WireCondition = Partial<Omit<ConditionValues, 'OccurrencePattern' | 'Window'>> & {
  readonly OccurrencePattern?: Partial<OccurrenceValues> | null;
  readonly Window?: Partial<WindowValues> | null;
};

const toCondition = (wire: WireCondition): ConditionValues => ({
  ...blankCondition(),
  ...wire,
  OccurrencePattern: { ...everyTime, ...wire.OccurrencePattern },
  Window: { ...usualWindow, ...wire.Window },
});

type WireTimes = Partial<Omit<TimeValues, 'DaysOfMonth' | 'DaysOfWeek'>> & {
  readonly DaysOfWeek?: readonly number[] | string | null;
  readonly DaysOfMonth?: readonly number[] | string | null;
};

const numbersOf = (days: readonly number[] | string | null | undefined): number[] =>
  (typeof days === 'string' ? days.split(',').filter((day) => day.trim() !== '') : (days ?? [])).map(Number);

const toTimes = (wire: WireTimes | null): TimeValues => {
  if (wire === null) return blankTimes;
  const days = numbersOf(wire.DaysOfWeek);
  return {
    ...blankTimes,
    ...wire,
    DaysOfWeek: days.length === 0 ? [...everyDayOfWeek] : days,
    DaysOfMonth: numbersOf(wire.DaysOfMonth).join(', '),
  };
};

/** Encodes the name of a parameter for the path of a form field, where a dot would begin another part. */
export const parameterKey = (name: string): string => encodeURIComponent(name).replaceAll('.', '%2E');

/** Decodes the name of a parameter from its key. */
export const parameterName = (key: string): string => decodeURIComponent(key);

interface WireAction {
  readonly ActionDefinitionId: string;
  readonly Parameters?: Readonly<Record<string, string | null>> | null;
}

const toAction = ({ ActionDefinitionId, Parameters }: WireAction): ActionValues => ({
  ActionDefinitionId,
  Parameters: Object.fromEntries(Object.entries(Parameters ?? {}).map(([name, value]) => [parameterKey(name), value])),
});

type WireAggregation = Omit<AggregationValues, 'Where'> & { readonly Where?: WhereValues | null };

export const valuesOf = (rule: RuleRow): RuleValues => {
  const times = parsed<WireTimes | null>(rule.timeConditions, null);
  const aggregation = parsed<WireAggregation | null>(rule.aggregation, null);
  return {
    name: rule.name,
    description: rule.description,
    enabled: rule.enabled,
    ruleTypeId: rule.ruleTypeId,
    tenantId: rule.tenantId,
    subscriptionId: rule.subscriptionId,
    matchLifetime: rule.matchLifetime,
    useSlidingExpiration: rule.useSlidingExpiration,
    hasTimeLimits: times !== null,
    timeConditions: toTimes(times),
    conditions: parsed<WireCondition[]>(rule.conditions, [])
      .filter((condition) => condition.LeftOperand !== tenantOperandId)
      .map(toCondition),
    correlation: { ...blankCorrelation, ...parsed<Partial<CorrelationValues> | null>(rule.correlation, null) },
    aggregation: aggregation
      ? { ...blankAggregation, ...aggregation, Where: aggregation.Where ?? blankWhere }
      : blankAggregation,
    includeOwnWorkUnits: rule.includeOwnWorkUnits ?? false,
    groupBy: rule.groupBy ?? null,
    groupWindow: rule.groupWindow ?? defaultGroupWindow,
    actionLimitPerHour: rule.actionLimitPerHour ?? null,
    matchActions: parsed<WireAction[]>(rule.matchActions, []).map(toAction),
    expirationActions: parsed<WireAction[]>(rule.expirationActions, []).map(toAction),
    modified: rule.modified,
  };
};

/** Puts the fixed condition on the tenant in front of the others; a rule without a tenant has none. */
export const withTenantCondition = <Condition extends object>(
  conditions: readonly Condition[],
  tenantId: string | null | undefined,
) =>
  tenantId
    ? [
        {
          Type: conditionTypes.And,
          LeftOperand: tenantOperandId,
          LeftOperandFieldName: null,
          Operator: ruleOperators.Equals,
          RightOperand: tenantId,
          OccurrencePattern: null,
        },
        ...conditions,
      ]
    : [...conditions];

/** Whether a condition on the operand names a field. */
export const namesField = (operandId: number | null): boolean =>
  operandId !== null && leftOperandsById.get(operandId)?.hasFieldName === true;
