/** One of the values that a column can have. A number travels as it stands, a text quoted. */
export interface FilterOption {
  readonly value: string | number;
  readonly label: string;
}

/** The options of an enumeration that travels by name. */
export const namesOf = (enumeration: object): readonly FilterOption[] =>
  Object.keys(enumeration).map((name) => ({ value: name, label: name }));

/** How a column of a list can be filtered. */
export type ColumnFilter = (
  | { readonly kind: 'text' | 'number' | 'dateTime' | 'guid' | 'boolean' }
  /** Names must be among the options; numbers may be unknown to them, since their names come from a lookup. */
  | { readonly kind: 'enumeration'; readonly options: readonly FilterOption[] }
  /** The tenants that have rows in `set`, found with a grouping query. */
  | { readonly kind: 'tenant'; readonly set: string }
) & {
  /** The property that is compared, such as `tenantId` for a column that shows `tenant/name`. */
  readonly path: string;
  readonly label: string;
};

export type FilterKind = ColumnFilter['kind'];

/** One chip: a column's property, an operator of its kind, and the values that it is compared with. */
export interface Condition {
  readonly path: string;
  readonly operator: Operator;
  /** Several for `in` and `out`, none for `empty` and `given`, else one. Times are UTC minutes. */
  readonly values: readonly string[];
}

/** Operators by kind, in the order in which they are offered, with the words that people read. */
const words = {
  text: {
    contains: 'contains',
    lacks: 'does not contain',
    is: 'equals',
    not: 'does not equal',
    starts: 'starts with',
    ends: 'ends with',
    empty: 'is empty',
    given: 'is not empty',
  },
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
  tenant: { in: 'is any of', out: 'is none of' },
} as const satisfies Record<FilterKind, Readonly<Record<string, string>>>;

type KeysOfEach<Table> = Table extends unknown ? keyof Table : never;
export type Operator = KeysOfEach<(typeof words)[FilterKind]>;

const wordsOf = (kind: FilterKind): Readonly<Partial<Record<Operator, string>>> => words[kind];

export const operatorsOf = (kind: FilterKind): readonly Operator[] => Object.keys(words[kind]) as Operator[];
export const operatorText = (kind: FilterKind, operator: Operator): string => wordsOf(kind)[operator] ?? operator;

export const takesValue = (operator: Operator): boolean => operator !== 'empty' && operator !== 'given';
export const takesSeveral = (operator: Operator): boolean => operator === 'in' || operator === 'out';

/** How a tenant filter names the rows of no tenant. */
export const noTenant = 'none';

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const wholeNumber = /^-?\d{1,15}$/;
const utcMinute = /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/;

const fits: Readonly<Record<FilterKind, (value: string, filter: ColumnFilter) => boolean>> = {
  text: () => true,
  number: (value) => /^-?\d{1,15}(\.\d{1,9})?$/.test(value),
  dateTime: (value) => utcMinute.test(value) && !Number.isNaN(Date.parse(value)),
  guid: (value) => guid.test(value),
  boolean: (value) => value === 'true' || value === 'false',
  enumeration: (value, filter) =>
    filter.kind === 'enumeration' &&
    (filter.options.some((option) => String(option.value) === value) ||
      (wholeNumber.test(value) && filter.options.every((option) => typeof option.value === 'number'))),
  tenant: (value) => value === noTenant || guid.test(value),
};

const faults: Partial<Record<FilterKind, string>> = {
  number: 'Please enter a number.',
  dateTime: 'Please enter a valid date',
  guid: 'Please enter a valid GUID.',
};

/** What is wrong with a condition, in the words for the person who enters it; `undefined` when it can be applied. */
export const faultOf = (filter: ColumnFilter, { operator, values }: Omit<Condition, 'path'>): string | undefined => {
  if (!takesValue(operator)) return undefined;
  const [first = ''] = values;
  if (first.trim() === '') return 'Please make a selection';
  return values.every((value) => fits[filter.kind](value, filter))
    ? undefined
    : (faults[filter.kind] ?? 'Please make a selection');
};

const isAbout = (condition: Condition, filter: ColumnFilter): boolean =>
  condition.path === filter.path && operatorsOf(filter.kind).includes(condition.operator);

/** The declaration that a condition belongs to; `undefined` for one that no column knows or that makes no sense. */
export const filterOfCondition = (filters: readonly ColumnFilter[], condition: Condition): ColumnFilter | undefined =>
  filters.find((filter) => isAbout(condition, filter) && faultOf(filter, condition) === undefined);
