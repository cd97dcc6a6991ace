import { emptyDateThreshold } from '@cfs/contracts/shell-texts';
import { allOf, anyOf, oneOf, textLiteral, type Filter } from '../api/odata-filter.ts';
import {
  filterOfCondition,
  isAboutMe,
  noTenant,
  type ColumnFilter,
  type Condition,
  type FilterKind,
} from './column-filter.ts';

type Translate = (condition: Condition, filter: ColumnFilter) => Filter;

const lastMillisecondOfMinute = 59_999;

/** Text comparisons are case-insensitive, as the search is. */
const text: Translate = ({ path, operator, values: [value = ''] }) => {
  const part = textLiteral(value.trim().toLowerCase());
  const whole = `tolower(${path})`;
  if (operator === 'empty') return `${path} eq null or ${path} eq ''`;
  if (operator === 'given') return `${path} ne null and ${path} ne ''`;
  if (operator === 'contains') return `contains(${whole},${part})`;
  if (operator === 'lacks') return `${path} eq null or not contains(${whole},${part})`;
  if (operator === 'starts') return `startswith(${whole},${part})`;
  if (operator === 'ends') return `endswith(${whole},${part})`;
  return `${whole} ${operator === 'not' ? 'ne' : 'eq'} ${part}`;
};

/** The parameter alias that the server fills with the caller's mail, in lower case. */
const callerAlias = '@me';

const person: Translate = (condition, filter) => {
  if (!isAboutMe(filter.kind, condition)) return text(condition, filter);
  return `tolower(${condition.path}) ${condition.operator === 'not' ? 'ne' : 'eq'} ${callerAlias}`;
};

const involved: Translate = (condition, filter) => {
  if (filter.kind !== 'involved') return undefined;
  const { operator, values } = condition;
  const mail = isAboutMe(filter.kind, condition) ? callerAlias : textLiteral((values[0] ?? '').trim().toLowerCase());
  const matches = filter.matches(mail);
  return operator === 'not' ? `not (${matches})` : matches;
};

const orEmpty = (path: string, operator: string): Filter => `${path} ${operator === 'empty' ? 'eq' : 'ne'} null`;

const number: Translate = ({ path, operator, values: [value] }) =>
  value === undefined ? orEmpty(path, operator) : `${path} ${operator} ${value}`;

/**
 * Values have a precision of one minute: 'after' adds 59.999 seconds, which excludes the minute
 * (docs/reference/screens.md#lists); the other operators compare with the whole minute. Times before 2022 count as
 * empty.
 */
const dateTime: Translate = ({ path, operator, values: [value] }) => {
  if (operator === 'empty') return `${path} eq null or ${path} lt ${emptyDateThreshold}`;
  if (operator === 'given' || value === undefined) return `${path} ge ${emptyDateThreshold}`;
  const start = new Date(value);
  const [first, last] = [start.toISOString(), new Date(start.getTime() + lastMillisecondOfMinute).toISOString()];
  if (operator === 'after') return `${path} gt ${last}`;
  if (operator === 'from') return `${path} ge ${first}`;
  if (operator === 'before') return `${path} lt ${first}`;
  if (operator === 'until') return `${path} le ${last}`;
  return operator === 'not'
    ? `${path} lt ${first} or ${path} gt ${last}`
    : `${path} ge ${first} and ${path} le ${last}`;
};

const guid: Translate = ({ path, operator, values: [value] }) =>
  value === undefined ? orEmpty(path, operator) : `${path} ${operator === 'not' ? 'ne' : 'eq'} ${value}`;

const unless = (operator: string, filter: Filter): Filter =>
  operator === 'out' ? `not (${filter ?? 'false'})` : filter;

const enumeration: Translate = ({ path, operator, values }, filter) => {
  const isNumber = filter.kind === 'enumeration' && filter.options.every((option) => typeof option.value === 'number');
  return unless(operator, oneOf(path, isNumber ? values : values.map(textLiteral)));
};

const choice: Translate = ({ operator, values }, filter) => {
  if (filter.kind !== 'choice') return undefined;
  const chosen = filter.options.filter(({ value }) => values.includes(value));
  return unless(operator, anyOf(...chosen.map((option) => option.filter)));
};

const tenant: Translate = ({ path, operator, values }) => {
  const ids = values.filter((value) => value !== noTenant);
  return unless(operator, anyOf(oneOf(path, ids), ids.length < values.length ? `${path} eq null` : undefined));
};

const translations: Readonly<Record<FilterKind, Translate>> = {
  text,
  person,
  involved,
  number,
  dateTime,
  guid,
  boolean: ({ path, values: [value] }) => `${path} eq ${value ?? 'true'}`,
  enumeration,
  choice,
  tenant,
};

/** The `$filter` expression that combines all conditions with `and`; unknown conditions are left out. */
export const conditionFilter = (filters: readonly ColumnFilter[], conditions: readonly Condition[]): Filter =>
  allOf(
    ...conditions.map((condition) => {
      const filter = filterOfCondition(filters, condition);
      return filter && translations[filter.kind](condition, filter);
    }),
  );
