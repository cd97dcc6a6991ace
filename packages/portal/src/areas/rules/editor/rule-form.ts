import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { operatorsWithoutValue } from '@cfs/contracts/rule-operators';
import { maximumOccurrences } from '@cfs/contracts/rule-occurrences';
import { ruleInputSchema, type ValidRule } from '@cfs/contracts/rules';
import { z } from 'zod';
import { bodyOf } from './rule-body.ts';
import { namesField, type ConditionValues, type RuleValues } from './rule-values.ts';

type Path = readonly PropertyKey[];

interface Fault {
  readonly path: Path;
  readonly message: string;
}

const isCount = (count: number | null): boolean =>
  Number.isInteger(count) && Number(count) >= 1 && Number(count) <= maximumOccurrences;

/** Replaces a fault of an occurrence pattern by one at the input that causes it. */
const patternFault = (path: Path, { OccurrencePattern: { Option, Count } }: ConditionValues): Fault =>
  Option === occurrenceOptions.OncePerSpan || isCount(Count)
    ? { path: [...path, 'OccurrencePattern', 'Span'], message: 'Please enter a time span.' }
    : { path: [...path, 'OccurrencePattern', 'Count'], message: 'Please enter a number from 1 to 1,000.' };

const isCounted = ({ OccurrencePattern: { Option } }: ConditionValues): boolean =>
  Option !== occurrenceOptions.EveryTime;

/** The input that a message about a whole condition belongs to. */
const inputOf = (condition: ConditionValues, message: string): Path => {
  if (condition.LeftOperand === null) return ['LeftOperand'];
  if (message.includes('occurrence pattern') && isCounted(condition)) return ['OccurrencePattern', 'Option'];
  if (namesField(condition.LeftOperand) && !condition.LeftOperandFieldName?.trim()) return ['LeftOperandFieldName'];
  if (message.startsWith('Please enter Value')) return ['LeftOperandFieldName'];
  if (!operatorsWithoutValue.has(condition.Operator) && !condition.RightOperand?.trim()) return ['RightOperand'];
  return ['LeftOperand'];
};

const conditionFault = ({ path, message }: Fault, conditions: readonly ConditionValues[]): Fault => {
  const [, index, part] = path;
  const condition = conditions[Number(index)];
  if (!condition) return { path, message };
  const place = path.slice(0, 2);
  if (part === undefined) return { path: [...place, ...inputOf(condition, message)], message };
  if (part === 'OccurrencePattern') return patternFault(place, condition);
  if (part === 'LeftOperand') return { path, message: 'Please choose an operand.' };
  if (part === 'Window' && path.length === 3) return { path: [...path, 'Span'], message };
  return { path, message };
};

/** Maps a message of the contract to where the editor shows it: at an input if there is one. */
const shownAt = (fault: Fault, values: RuleValues): Fault => {
  const [root, part] = fault.path;
  if (root === 'conditions' && part !== undefined) return conditionFault(fault, values.conditions);
  if (root === 'timeConditions' && part === undefined && values.hasTimeLimits)
    return { ...fault, path: ['timeConditions', 'DaysOfWeek'] };
  if (root === 'aggregation' && part === 'Where' && fault.path.length === 2)
    return { ...fault, path: ['aggregation', 'Where', 'Value'] };
  return fault;
};

/** Checks the editor's values with the contract's own schema. */
export const ruleForm = z.custom<RuleValues>().transform((values, context): ValidRule => {
  const checked = ruleInputSchema.safeParse(bodyOf(values));
  if (checked.success) return checked.data;
  for (const { path, message } of checked.error.issues) {
    const fault = shownAt({ path, message }, values);
    context.addIssue({ code: 'custom', path: [...fault.path], message: fault.message });
  }
  return z.NEVER;
}) as z.ZodType<ValidRule, RuleValues>;
