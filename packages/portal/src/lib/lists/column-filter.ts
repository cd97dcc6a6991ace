import { isGuid } from '@cfs/contracts/guid';
import { meValue } from '@cfs/contracts/shipped-views';
import { inWords } from '../texts/in-words.ts';

/** A possible value of a column. In an OData expression a number is unquoted, a string quoted. */
export interface FilterOption {
  readonly value: string | number;
  readonly label: string;
}

/** The options of an enumeration that is serialized by name, in words. */
export const namesOf = (enumeration: object): readonly FilterOption[] =>
  Object.keys(enumeration).map((name) => ({ value: name, label: inWords(name) }));

/**
 * A choice of a column whose values are not compared directly: `filter` is the OData expression that selects its rows.
 */
export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly filter: string;
}

/** A filterable column of a list. */
export type ColumnFilter = (
  | { readonly kind: 'text' | 'number' | 'dateTime' | 'guid' | 'boolean' }
  /** Names must be among the options. Numbers need not be: their names come from a lookup that may not be loaded. */
  | { readonly kind: 'enumeration'; readonly options: readonly FilterOption[] }
  /** Each option has a condition of its own. */
  | { readonly kind: 'choice'; readonly options: readonly ChoiceOption[] }
  /** The options are the tenants that have rows in `set`. */
  | { readonly kind: 'tenant'; readonly set: string }
  /** A text with the mail of a person. */
  | { readonly kind: 'person' }
  /** People related to a row other than by a column; `matches` takes a mail address as an OData operand. */
  | { readonly kind: 'involved'; readonly matches: (mail: string) => string }
) & {
  /** The filtered property, such as `tenantId` for a column that shows `tenant/name`. */
  readonly path: string;
  readonly label: string;
};

export type FilterKind = ColumnFilter['kind'];

/** One filter chip: a property, an operator and values. */
export interface Condition {
  readonly path: string;
  readonly operator: Operator;
  /** Any number for `in` and `out`, none for `empty` and `given`, otherwise one. Times are UTC minutes. */
  readonly values: readonly string[];
}

const partWords = { contains: 'contains', lacks: 'does not contain' } as const;
const edgeWords = {
  starts: 'starts with',
  ends: 'ends with',
  empty: 'is empty',
  given: 'is not empty',
} as const;

/** The operators of each kind with their labels, in menu order. */
const words = {
  text: { ...partWords, is: 'equals', not: 'does not equal', ...edgeWords },
  person: { is: 'is', not: 'is not', ...partWords, ...edgeWords },
  involved: { is: 'is', not: 'is not' },
  number: { eq: '=', ne: '≠', gt: '>', ge: '≥', lt: '<', le: '≤', empty: 'is empty', given: 'is not empty' },
  dateTime: {
    is: 'is',
    not: 'is not',
    after: 'is after',
    from: 'is on or after',
    before: 'is before',
    until: 'is on or before',
    empty: 'is empty',
    given: 'is not empty',
  },
  guid: { is: 'is', not: 'is not', empty: 'is empty', given: 'is not empty' },
  boolean: { is: 'is' },
  enumeration: { in: 'is any of', out: 'is none of' },
  choice: { in: 'is any of', out: 'is none of' },
  tenant: { in: 'is any of', out: 'is none of' },
} as const satisfies Record<FilterKind, Readonly<Record<string, string>>>;

type KeysOfEach<Table> = Table extends unknown ? keyof Table : never;
export type Operator = KeysOfEach<(typeof words)[FilterKind]>;

const wordsOf = (kind: FilterKind): Readonly<Partial<Record<Operator, string>>> => words[kind];

export const operatorsOf = (kind: FilterKind): readonly Operator[] => Object.keys(words[kind]) as Operator[];
export const operatorText = (kind: FilterKind, operator: Operator): string => wordsOf(kind)[operator] ?? operator;

export const takesValue = (operator: Operator): boolean => operator !== 'empty' && operator !== 'given';
export const takesMultipleValues = (operator: Operator): boolean => operator === 'in' || operator === 'out';

/** The value of a tenant filter that selects rows without a tenant. */
export const noTenant = 'none';

/** Whether a condition on a person means the person who reads the list: `me`. */
export const isAboutMe = (kind: FilterKind, { operator, values }: Pick<Condition, 'operator' | 'values'>): boolean =>
  (kind === 'person' || kind === 'involved') &&
  (operator === 'is' || operator === 'not') &&
  values[0]?.trim().toLowerCase() === meValue;

const wholeNumber = /^-?\d{1,15}$/;
const utcMinute = /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/;

const fits: Readonly<Record<FilterKind, (value: string, filter: ColumnFilter) => boolean>> = {
  text: () => true,
  person: () => true,
  involved: () => true,
  number: (value) => /^-?\d{1,15}(\.\d{1,9})?$/.test(value),
  dateTime: (value) => utcMinute.test(value) && !Number.isNaN(Date.parse(value)),
  guid: isGuid,
  boolean: (value) => value === 'true' || value === 'false',
  enumeration: (value, filter) =>
    filter.kind === 'enumeration' &&
    (filter.options.some((option) => String(option.value) === value) ||
      (wholeNumber.test(value) && filter.options.every((option) => typeof option.value === 'number'))),
  choice: (value, filter) => filter.kind === 'choice' && filter.options.some((option) => option.value === value),
  tenant: (value) => value === noTenant || isGuid(value),
};

const kindErrors: Partial<Record<FilterKind, string>> = {
  number: 'Please enter a number.',
  dateTime: 'Please enter a valid date',
  guid: 'Please enter a valid GUID.',
};

/** The validation message of a condition; `undefined` when it is valid. */
export const conditionError = (
  filter: ColumnFilter,
  { operator, values }: Omit<Condition, 'path'>,
): string | undefined => {
  if (!takesValue(operator)) return undefined;
  const [first = ''] = values;
  if (first.trim() === '') return 'Please make a selection';
  return values.every((value) => fits[filter.kind](value, filter))
    ? undefined
    : (kindErrors[filter.kind] ?? 'Please make a selection');
};

const appliesTo = (condition: Condition, filter: ColumnFilter): boolean =>
  condition.path === filter.path && operatorsOf(filter.kind).includes(condition.operator);

/** The column filter that a condition refers to; `undefined` for an unknown column or an invalid condition. */
export const filterOfCondition = (filters: readonly ColumnFilter[], condition: Condition): ColumnFilter | undefined =>
  filters.find((filter) => appliesTo(condition, filter) && conditionError(filter, condition) === undefined);
