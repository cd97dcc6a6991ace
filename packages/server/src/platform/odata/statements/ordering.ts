import type { Expression, OrderByItem } from '@cfs/odata';
import { evaluate, type Frame } from '../expressions/expressions.ts';
import type { DefaultTerm, SortIndexes } from '../entity.ts';
import type { EntityRows } from './entity-rows.ts';
import { propertyValue, storedSql } from './entity-rows.ts';
import { humanCollation } from '../expressions/operands.ts';
import { valueTypeOf, type ValueType } from '../expressions/value.ts';

/** One `$orderby` term; OData sorts null before every value. */
export interface OrderTerm {
  readonly sql: string;
  readonly type: ValueType;
  /** A stored column, which an index may order. */
  readonly stored: boolean;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** Many rows may share a value. */
  readonly repeats?: boolean;
}

const direction = ({ descending, nullable }: OrderTerm): string =>
  `${descending ? ' desc' : ''}${nullable ? (descending ? ' nulls last' : ' nulls first') : ''}`;

/** The sort expression of a term: texts use the sort collation, whatever the collation of their column. */
export const orderedSql = ({ sql, type }: Pick<OrderTerm, 'sql' | 'type'>): string =>
  type === 'string' ? `${sql} collate ${humanCollation}` : sql;

/** The terms of an `order by`; `sqlOf` maps them to other expressions. */
export const orderSql = (
  terms: readonly OrderTerm[],
  sqlOf: (term: OrderTerm, index: number) => string = (term) => term.sql,
): string => terms.map((term, index) => orderedSql({ ...term, sql: sqlOf(term, index) }) + direction(term)).join(', ');

const repeating: ReadonlySet<ValueType> = new Set(['string', 'boolean', 'integer']);

/** Whether an expression depends on the row. */
const variesByRow = (node: Expression): boolean => {
  switch (node.kind) {
    case 'literal':
      return false;
    case 'path':
    case 'lambda':
      return true;
    case 'binary':
      return variesByRow(node.left) || variesByRow(node.right);
    case 'unary':
    case 'in':
      return variesByRow(node.operand);
    case 'call':
      return node.arguments.some(variesByRow);
  }
};

/**
 * The terms of `$orderby`.
 *
 * @throws 400 for a term without a reference to a row: PostgreSQL would read some of these as column positions.
 */
export const termsOf = (frame: Frame, items: readonly OrderByItem[]): OrderTerm[] =>
  items.map(({ expression, direction, position }) => {
    const operand = evaluate(frame, expression);
    if (operand.kind === 'literal' || !variesByRow(expression))
      throw frame.translation.fault('Sorting by a constant is not supported.', position);
    if (operand.unsortable) throw frame.translation.fault('Sorting by this property is not supported.', position);
    const { sql, type, nullable, stored = false } = operand;
    return { sql, type, stored, descending: direction === 'desc', nullable, repeats: repeating.has(type) };
  });

const declaredTerms = ({ model, alias, now }: EntityRows, declared: readonly DefaultTerm[]): OrderTerm[] =>
  declared.flatMap(({ property, descending }) => {
    const named = model.properties.get(property.toLowerCase());
    if (!named) return [];
    const { sql, type, nullable, stored = false } = propertyValue(model, named, alias, now);
    return [{ sql, type, stored, descending: descending ?? false, nullable }];
  });

/** The terms of the declaration's default order. */
export const defaultTerms = (rows: EntityRows): OrderTerm[] =>
  declaredTerms(rows, rows.model.declaration.defaultOrder ?? []);

/** The indexes that the declaration names for a term. */
const indexesOf = ({ model, alias, now }: EntityRows, { sql }: OrderTerm): SortIndexes | undefined => {
  const property = model.indexed.find((each) => storedSql(each, alias, now) === sql);
  return typeof property?.sort === 'object' ? property.sort : undefined;
};

/** Whether an index of the declaration yields the rows in this order, or nearly so. */
export const isIndexed = (terms: readonly OrderTerm[], rows: EntityRows): boolean =>
  terms[0] !== undefined &&
  (terms[0].sql === `${rows.alias}.${rows.model.declaration.keyColumn}` || indexesOf(rows, terms[0]) !== undefined);

/** A single term is extended by the tie-breakers of its indexes, in its direction. */
const withContinuation = (terms: readonly OrderTerm[], rows: EntityRows): readonly OrderTerm[] => {
  const [only, ...more] = terms;
  if (only === undefined || more.length > 0) return terms;
  const { then = [] } = indexesOf(rows, only) ?? {};
  return [
    only,
    ...declaredTerms(rows, then).map((term) => ({ ...term, descending: term.descending !== only.descending })),
  ];
};

/** The terms with the key as tie-breaker, in the direction of the last term. */
export const withTieBreaker = (asked: readonly OrderTerm[], rows: EntityRows, acrossTenants: boolean): OrderTerm[] => {
  const terms = withContinuation(asked, rows);
  const descending = terms.at(-1)?.descending ?? false;
  const { key, keyColumn, properties } = rows.model.declaration;
  const keyType = properties[key] ? valueTypeOf(properties[key]) : 'guid';
  const tie = (column: string, type: ValueType): OrderTerm => ({
    sql: `${rows.alias}.${column}`,
    type,
    stored: true,
    descending,
    nullable: false,
  });
  const ties = [tie(keyColumn, keyType), ...(acrossTenants ? [tie('tenant_id', 'guid')] : [])];
  const known = new Set(terms.map((term) => term.sql));
  return [...terms, ...ties.filter((term) => !known.has(term.sql))];
};
