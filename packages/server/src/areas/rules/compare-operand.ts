import { ruleOperators } from '@cfs/contracts/rule-operators';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import { RE2JS } from 're2js';

/** Says whether a left operand's value, `undefined` or null when it is missing, satisfies a condition. */
export type Comparison = (left: unknown) => boolean;

const numeric = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i;
const dated = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/i;

const toNumber = (text: string): number | undefined => (numeric.test(text) ? Number(text) : undefined);

/** Milliseconds of a moment, of UTC unless the text says otherwise, or of a time span. */
const toTime = (text: string): { readonly kind: 'moment' | 'span'; readonly value: number } | undefined => {
  if (dated.test(text)) {
    const iso = text.length === 10 ? `${text}T00:00Z` : text.replace(' ', 'T');
    const value = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(iso) ? iso : `${iso}Z`);
    return Number.isNaN(value) ? undefined : { kind: 'moment', value };
  }
  const span = parseTimeSpan(text);
  return span === undefined ? undefined : { kind: 'span', value: span * 1_000 };
};

const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : `${value as number | boolean}`;
};

const isMissing = (value: unknown): boolean => value === undefined || value === null;

const textOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Orders a present value against the right operand: below zero, zero or above it. */
const orderAgainst = (right: string): ((left: unknown) => number) => {
  const rightNumber = toNumber(right);
  const rightTime = toTime(right);
  const rightText = right.toLowerCase();
  return (left) => {
    if (rightNumber !== undefined) {
      const leftNumber = typeof left === 'number' ? left : typeof left === 'string' ? toNumber(left) : undefined;
      if (leftNumber !== undefined) return leftNumber - rightNumber;
    }
    const text = toText(left);
    const leftTime = rightTime && toTime(text);
    if (leftTime && leftTime.kind === rightTime.kind) return leftTime.value - rightTime.value;
    return textOrder(text.toLowerCase(), rightText);
  };
};

const orderings: ReadonlyMap<number, (order: number) => boolean> = new Map([
  [ruleOperators.Equals, (order: number) => order === 0],
  [ruleOperators.GreaterThan, (order: number) => order > 0],
  [ruleOperators.LessThan, (order: number) => order < 0],
  [ruleOperators.GreaterThanOrEqual, (order: number) => order >= 0],
  [ruleOperators.LessThanOrEqual, (order: number) => order <= 0],
]);

const textTest = (operator: number, right: string): ((text: string) => boolean) | undefined => {
  switch (operator) {
    case ruleOperators.Contains: {
      const wanted = right.toLowerCase();
      return (text) => text.toLowerCase().includes(wanted);
    }
    case ruleOperators.StartsWith:
      return (text) => text.startsWith(right);
    case ruleOperators.EndsWith:
      return (text) => text.endsWith(right);
    case ruleOperators.Matches: {
      const pattern = RE2JS.compile(right);
      return (text) => pattern.test(text);
    }
    default:
      return undefined;
  }
};

const negated: ReadonlyMap<number, number> = new Map([
  [ruleOperators.NotEquals, ruleOperators.Equals],
  [ruleOperators.NotContains, ruleOperators.Contains],
  [ruleOperators.NotMatches, ruleOperators.Matches],
]);

/**
 * Compiles an operator with its right operand (decisions, section 6): numbers compare as numbers when both sides are
 * numeric, times as times, everything else as text; Equals and Contains ignore case; Matches finds a regular
 * expression anywhere in the text, in linear time. A missing value satisfies IsEmpty and the Not… operators alone.
 * Throws when the right operand of Matches is no regular expression.
 */
export const compileComparison = (operator: number, right: string): Comparison => {
  if (operator === ruleOperators.IsEmpty) return (left) => isMissing(left) || left === '';
  if (operator === ruleOperators.IsNotEmpty) return (left) => !isMissing(left) && left !== '';
  const positive = negated.get(operator);
  if (positive !== undefined) {
    const holds = compileComparison(positive, right);
    return (left) => isMissing(left) || !holds(left);
  }
  const ordering = orderings.get(operator);
  if (ordering) {
    const order = orderAgainst(right);
    return (left) => !isMissing(left) && ordering(order(left));
  }
  const test = textTest(operator, right);
  if (!test) throw new RangeError(`Operator ${operator} is not in the catalogue.`);
  return (left) => !isMissing(left) && test(toText(left));
};
