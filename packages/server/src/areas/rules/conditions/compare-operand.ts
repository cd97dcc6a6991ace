import { ruleOperators } from '@cfs/contracts/rule-operators';
import { patternLimits } from '@cfs/contracts/rule-patterns';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import { testPattern } from '../patterns/test-pattern.ts';
import { compileTextSearch } from './compile-text-search.ts';

/** Whether a regular expression matches in a text, which is already cut to the length that expressions read. */
export type TestPattern = (source: string, text: string) => boolean;

/**
 * Whether the value of a left operand satisfies a condition; `undefined` or null if it is missing. Regular expressions
 * are matched by `test`, or immediately without one.
 */
export type Comparison = (left: unknown, test?: TestPattern) => boolean;

/** Longer texts are not numbers: the longest double has some 330 characters. */
const numberCharacters = 400;
const numeric = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i;
const dated = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/i;

const finite = (number: number): number | undefined => (Number.isFinite(number) ? number : undefined);

const toNumber = (text: string): number | undefined =>
  text.length <= numberCharacters && numeric.test(text) ? finite(Number(text)) : undefined;

/** The finite number that a value is or contains as text; `undefined` for anything else. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? finite(value) : typeof value === 'string' ? toNumber(value) : undefined;

/** Milliseconds of a moment, in UTC unless the text has an offset, or of a time span. */
const toTime = (text: string): { readonly kind: 'moment' | 'span'; readonly value: number } | undefined => {
  if (dated.test(text)) {
    const iso = text.length === 10 ? `${text}T00:00Z` : text.replace(' ', 'T');
    const value = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(iso) ? iso : `${iso}Z`);
    return Number.isNaN(value) ? undefined : { kind: 'moment', value };
  }
  const span = parseTimeSpan(text);
  return span === undefined ? undefined : { kind: 'span', value: span * 1_000 };
};

/** Objects of packets as JSON, serialized once for all conditions that read them. */
const jsonTexts = new WeakMap<object, string>();

const jsonText = (value: object): string => {
  const text = jsonTexts.get(value) ?? JSON.stringify(value);
  jsonTexts.set(value, text);
  return text;
};

const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? jsonText(value) : `${value as number | boolean}`;
};

/** The part of a present value that regular expressions read. */
export const patternText = (value: unknown): string => toText(value).slice(0, patternLimits.textCharacters);

const createLowerCase = () => {
  let last = { text: '', lower: '' };
  return (text: string): string => {
    if (text !== last.text) last = { text, lower: text.toLowerCase() };
    return last.lower;
  };
};

/** Successive conditions often read the same text. */
const lowerCase = createLowerCase();

const integer = /^\s*[+-]?\d+\s*$/;

/**
 * An integer in text that a double cannot represent exactly; `undefined` for any other value, and for numbers of
 * packets.
 */
const toLongInteger = (value: unknown): bigint | undefined => {
  if (typeof value !== 'string' || !integer.test(value)) return undefined;
  const number = toNumber(value);
  return number === undefined || Number.isSafeInteger(number) ? undefined : BigInt(value.trim().replace(/^\+/, ''));
};

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/**
 * Returns the difference between a present value and the right operand if both are numbers, moments or time spans;
 * `undefined` for any other pair.
 */
const differenceTo = (right: string): ((left: unknown) => number | undefined) => {
  const rightNumber = toNumber(right);
  const rightInteger = toLongInteger(right);
  const rightTime = toTime(right);
  return (left) => {
    if (rightInteger !== undefined) {
      const leftInteger = toLongInteger(left);
      if (leftInteger !== undefined) return Number(leftInteger - rightInteger);
    }
    if (rightNumber !== undefined) {
      const leftNumber = numberOf(left);
      if (leftNumber !== undefined) return leftNumber - rightNumber;
    }
    const leftTime = rightTime && toTime(toText(left));
    return leftTime && leftTime.kind === rightTime.kind ? leftTime.value - rightTime.value : undefined;
  };
};

const orderings: ReadonlyMap<number, (difference: number) => boolean> = new Map([
  [ruleOperators.GreaterThan, (difference: number) => difference > 0],
  [ruleOperators.LessThan, (difference: number) => difference < 0],
  [ruleOperators.GreaterThanOrEqual, (difference: number) => difference >= 0],
  [ruleOperators.LessThanOrEqual, (difference: number) => difference <= 0],
]);

const equality = (right: string): Comparison => {
  const difference = differenceTo(right);
  const rightText = right.toLowerCase();
  return (left) => {
    if (isMissing(left)) return false;
    const byValue = difference(left);
    return byValue === undefined ? lowerCase(toText(left)) === rightText : byValue === 0;
  };
};

const textTest = (operator: number, right: string): ((text: string) => boolean) | undefined => {
  switch (operator) {
    case ruleOperators.Contains: {
      const isFound = compileTextSearch(right.toLowerCase());
      return (text) => isFound(lowerCase(text));
    }
    case ruleOperators.StartsWith:
      return (text) => text.startsWith(right);
    case ruleOperators.EndsWith:
      return (text) => text.endsWith(right);
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
 * Compiles an operator with its right operand (docs/reference/rules.md#operators). Equals compares as numbers if both
 * sides are numeric (integers in text exactly), times as times, and everything else as text. The ordering operators
 * hold only between two numbers or two times. Equals and Contains ignore case. Matches finds a regular expression
 * anywhere in the first 16,384 characters of the text, in linear time. A missing value satisfies only IsEmpty and the
 * Not… operators. The comparison throws if the right operand of Matches is not a regular expression.
 */
export const compileComparison = (operator: number, right: string): Comparison => {
  if (operator === ruleOperators.IsEmpty) return (left) => isMissing(left) || left === '';
  if (operator === ruleOperators.IsNotEmpty) return (left) => !isMissing(left) && left !== '';
  const positive = negated.get(operator);
  if (positive !== undefined) {
    const holds = compileComparison(positive, right);
    return (left, test) => isMissing(left) || !holds(left, test);
  }
  if (operator === ruleOperators.Equals) return equality(right);
  const ordering = orderings.get(operator);
  if (ordering) {
    const difference = differenceTo(right);
    return (left) => {
      const value = isMissing(left) ? undefined : difference(left);
      return value !== undefined && ordering(value);
    };
  }
  if (operator === ruleOperators.Matches)
    return (left, test = testPattern) => !isMissing(left) && test(right, patternText(left));
  const holds = textTest(operator, right);
  if (!holds) throw new RangeError(`Operator ${operator} is not in the catalogue.`);
  return (left) => !isMissing(left) && holds(toText(left));
};
