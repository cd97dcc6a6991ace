import { parsePacketField, packetFieldMessage } from './packet-field.ts';
import { conditionTypes, type RuleCondition } from './rule-conditions.ts';
import { activeRuleOperandId, absenceOperandId, leftOperandsById, windowOperandIds } from './rule-left-operands.ts';
import { occurrenceOptions } from './rule-occurrences.ts';
import { ruleOperators } from './rule-operators.ts';
import { ruleTypes } from './rule-types.ts';
import { ruleSpanSeconds } from './rule-windows.ts';
import { parseTimeSpan } from './time-span.ts';
import { isGuid } from './guid.ts';

/** A fault of a rule, at a path of its body. */
export interface RuleFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface RuleBody {
  readonly ruleTypeId: number;
  readonly conditions: readonly RuleCondition[];
  readonly correlation?: unknown;
  readonly aggregation?: unknown;
}

const typeName = (id: number): string => Object.entries(ruleTypes).find(([, typeId]) => typeId === id)?.[0] ?? '';

const identities: ReadonlySet<number> = new Set([ruleOperators.Equals, ruleOperators.NotEquals]);
const absenceOperators: ReadonlySet<number> = new Set([ruleOperators.GreaterThan, ruleOperators.GreaterThanOrEqual]);

const absenceFault = ({ Operator, RightOperand }: RuleCondition): string | undefined => {
  if (!absenceOperators.has(Operator)) return 'Time without Packet requires GreaterThan or GreaterThanOrEqual.';
  const seconds = parseTimeSpan(RightOperand ?? '') ?? 0;
  return seconds < ruleSpanSeconds.minimum || seconds > ruleSpanSeconds.maximum
    ? 'Time without Packet requires a time span from 00:01:00 to 7.00:00:00.'
    : undefined;
};

const conditionFault = (condition: RuleCondition, ruleTypeId: number): string | undefined => {
  const { LeftOperand, LeftOperandFieldName, Operator, RightOperand, Window } = condition;
  const operand = leftOperandsById.get(LeftOperand);
  if (!operand || typeName(ruleTypeId) === '') return undefined;
  if (!operand.ruleTypeIds.some((id) => id === ruleTypeId))
    return `${operand.name} does not belong to rules of the type ${typeName(ruleTypeId)}.`;
  const hasWindow = ruleTypeId === ruleTypes.History && windowOperandIds.has(LeftOperand);
  if (Window && !hasWindow) return `${operand.name} does not support a window.`;
  if (hasWindow && parsePacketField(LeftOperandFieldName ?? '') === undefined) return packetFieldMessage;
  if (LeftOperand === absenceOperandId) return absenceFault(condition);
  if (LeftOperand === activeRuleOperandId && !(identities.has(Operator) && isGuid(RightOperand ?? '')))
    return 'Active Rule requires Equals or NotEquals and a rule.';
  return undefined;
};

const isCounted = ({ OccurrencePattern }: RuleCondition): boolean =>
  OccurrencePattern !== null &&
  OccurrencePattern !== undefined &&
  OccurrencePattern.Option !== occurrenceOptions.EveryTime;

const patternFaults = (conditions: readonly RuleCondition[]): RuleFault[] => {
  let counted: number | undefined;
  return conditions.flatMap((condition, index) => {
    if (index > 0 && condition.Type === conditionTypes.Or) counted = undefined;
    if (!isCounted(condition)) return [];
    const earlier = counted;
    counted ??= index;
    return earlier === undefined
      ? []
      : [
          {
            path: ['conditions', index],
            message: `Conditions joined by And can have only one occurrence pattern. Condition ${earlier + 1} already has it.`,
          },
        ];
  });
};

/** Correlation needs something to correlate in each alternative: without it no match could be a hit. */
const correlationFaults = (conditions: readonly RuleCondition[]): RuleFault[] => {
  const starts = conditions.flatMap(({ Type }, index) => (index === 0 || Type === conditionTypes.Or ? [index] : []));
  return starts.flatMap((start, at) => {
    const alternative = conditions.slice(start, starts[at + 1]);
    const names = alternative.some(
      ({ LeftOperand, Operator }) => LeftOperand === activeRuleOperandId && Operator === ruleOperators.Equals,
    );
    return names
      ? []
      : [
          {
            path: ['conditions', start],
            message: 'Conditions joined by And need an Active Rule condition with Equals.',
          },
        ];
  });
};

const settingFaults = ({ ruleTypeId, correlation, aggregation }: RuleBody): RuleFault[] =>
  [
    { field: 'correlation', setting: correlation, id: ruleTypes.Correlation },
    { field: 'aggregation', setting: aggregation, id: ruleTypes.Aggregation },
  ].flatMap(({ field, setting, id }) => {
    const isGiven = setting !== null && setting !== undefined;
    if (isGiven === (ruleTypeId === id)) return [];
    const name = typeName(id);
    const message = isGiven
      ? `Only rules of the type ${name} have ${field} settings.`
      : `Rules of the type ${name} need ${field} settings.`;
    return [{ path: [field], message }];
  });

/** The faults between the parts of a rule, each of which is valid by itself (docs/reference/rules.md#messages). */
export const findRuleFaults = (rule: RuleBody): readonly RuleFault[] => [
  ...rule.conditions.flatMap((condition, index) => {
    const message = conditionFault(condition, rule.ruleTypeId);
    return message === undefined ? [] : [{ path: ['conditions', index], message }];
  }),
  ...patternFaults(rule.conditions),
  ...(rule.ruleTypeId === ruleTypes.Correlation ? correlationFaults(rule.conditions) : []),
  ...settingFaults(rule),
];
