import { guidPattern } from '@cfs/contracts/guid';
import { orderedSql, type OrderTerm } from './ordering.ts';
import { LiteralFault, type Parameters } from './parameters.ts';
import { sqlTypes, type ValueType } from '../expressions/value.ts';

/** A cursor: the values of the order's terms in one row, in PostgreSQL's text form, null for NULL. */
export type Cursor = readonly (string | null)[];

const moment = /^(?:\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d){0,2}(?: BC)?|-?infinity)$/;
const decimal = /^(?:-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,3})?|NaN|-?Infinity)$/i;

/** The accepted texts of a cursor value by type, so that a forged token cannot make the statement fail. */
const forms: Readonly<Record<ValueType, RegExp>> = {
  string: /^[^\0\p{Surrogate}]*$/su,
  integer: decimal,
  decimal,
  double: decimal,
  boolean: /^(?:true|false)$/,
  guid: guidPattern,
  dateTimeOffset: moment,
  date: /^\d{4,6}-\d\d-\d\d(?: BC)?$/,
  timeOfDay: /^\d\d:\d\d:\d\d(?:\.\d{1,6})?$/,
  duration: /^[-+\d:. a-z]{1,80}$/,
};

/** A stored integer is compared with its own type, so that its index applies; a computed one may have any size. */
const typeOf = ({ type, stored }: OrderTerm): string => (type === 'integer' && !stored ? 'numeric' : sqlTypes[type]);

interface Compared {
  /** The term equals the cursor's value. */
  readonly same: string;
  /** The term sorts after the cursor's value; `undefined` if nothing can. */
  readonly after: readonly string[];
  /** `same` or `after` as one index range; `undefined` if there is none. */
  readonly bound: string | undefined;
}

const compared = (parameters: Parameters, term: OrderTerm, value: string | null): Compared => {
  const sql = orderedSql(term);
  if (value === null) {
    const present = `(${term.sql} is not null)`;
    return {
      same: `(${term.sql} is null)`,
      after: term.descending ? [] : [present],
      bound: term.descending ? `(${term.sql} is null)` : undefined,
    };
  }
  const placeholder = parameters.add(value, typeOf(term));
  const sign = term.descending ? '<' : '>';
  const isLast = term.descending && term.nullable;
  return {
    same: `(${sql} = ${placeholder})`,
    after: [`(${sql} ${sign} ${placeholder})`, ...(isLast ? [`(${term.sql} is null)`] : [])],
    bound: isLast ? undefined : `(${sql} ${sign}= ${placeholder})`,
  };
};

/**
 * The rows after a cursor as disjoint conditions: rows equal in the leading terms and after it in the next, longest
 * common prefix first. Each condition is one range of an index on the terms.
 *
 * @throws LiteralFault for a cursor of another order.
 */
export const rangesAfter = (parameters: Parameters, terms: readonly OrderTerm[], cursor: Cursor): readonly string[] => {
  const each = comparedTerms(parameters, terms, cursor);
  return each
    .flatMap(({ after }, index) => {
      const alike = each.slice(0, index).map(({ same }) => same);
      return after.map((condition) => [...alike, condition].join(' and '));
    })
    .toReversed();
};

/**
 * The rows after a cursor as a single condition, for an order without an index.
 *
 * @throws LiteralFault for a cursor of another order.
 */
export const afterCursor = (parameters: Parameters, terms: readonly OrderTerm[], cursor: Cursor): string => {
  const each = comparedTerms(parameters, terms, cursor);
  const whole = each.reduceRight((rest, { same, after: further }) => {
    const tie = rest === 'false' ? [] : [`(${same} and ${rest})`];
    const either = [...further, ...tie];
    return either.length === 0 ? 'false' : `(${either.join(' or ')})`;
  }, 'false');
  const bound = each[0]?.bound;
  return bound === undefined ? whole : `(${bound} and ${whole})`;
};

const comparedTerms = (parameters: Parameters, terms: readonly OrderTerm[], cursor: Cursor): Compared[] => {
  if (cursor.length !== terms.length) throw new LiteralFault('The token belongs to another order.');
  return terms.map((term, index) => {
    const value = cursor[index] ?? null;
    if (value === null ? !term.nullable : !forms[term.type].test(value))
      throw new LiteralFault('The token contains an invalid value.');
    return compared(parameters, term, value);
  });
};

/** The cursor of a row whose terms are the columns `o1`, `o2`, …: a JSON array of texts. */
export const cursorSql = (terms: readonly OrderTerm[], alias: string): string =>
  `json_build_array(${terms.map((_, index) => `${alias}."o${index + 1}"::text`).join(', ')})::text`;
