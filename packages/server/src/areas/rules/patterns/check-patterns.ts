import { estimatePatternSize } from '@cfs/contracts/pattern-size';
import type { RuleCondition } from '@cfs/contracts/rule-conditions';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { patternLimits } from '@cfs/contracts/rule-patterns';
import { RE2JS } from 're2js';

type Condition = Pick<RuleCondition, 'Operator' | 'RightOperand'>;

const number = new Intl.NumberFormat('en-US');

/** The regular expression of a condition; `undefined` if its operator does not use one. */
export const patternOf = ({ Operator, RightOperand }: Condition): string | undefined =>
  Operator === ruleOperators.Matches || Operator === ruleOperators.NotMatches ? (RightOperand ?? '') : undefined;

const sizeFault = (pattern: string): string | undefined => {
  if (pattern.length > patternLimits.characters)
    return `contains a regular expression of more than ${number.format(patternLimits.characters)} characters.`;
  if (estimatePatternSize(pattern) > patternLimits.size)
    return 'contains a regular expression that is too large. Please use fewer repetitions.';
  return undefined;
};

/** The reasons why the regular expressions of conditions are too large to run, without compiling any of them. */
export const findPatternSizeFaults = (conditions: readonly Condition[]): readonly string[] => {
  const patterns = conditions.map(patternOf);
  const faults = patterns.flatMap((pattern, index) => {
    const fault = pattern === undefined ? undefined : sizeFault(pattern);
    return fault ? [`Condition ${index + 1} ${fault}`] : [];
  });
  if (faults.length > 0) return faults;
  const size = patterns.reduce((sum, pattern) => sum + (pattern === undefined ? 0 : estimatePatternSize(pattern)), 0);
  return size > patternLimits.ruleSize ? ['The regular expressions of the conditions are too large in total.'] : [];
};

/** The faults of the regular expressions of conditions, with the number of the condition. Takes bounded time. */
export const findPatternFaults = (conditions: readonly Condition[]): readonly string[] => {
  const tooLarge = findPatternSizeFaults(conditions);
  if (tooLarge.length > 0) return tooLarge;
  return conditions.flatMap((condition, index) => {
    const pattern = patternOf(condition);
    try {
      if (pattern !== undefined) RE2JS.compile(pattern);
      return [];
    } catch {
      return [`Condition ${index + 1} does not contain a valid regular expression.`];
    }
  });
};
