import type { OrderByItem } from '@cfs/odata';
import { evaluate, type Frame } from './expressions.ts';
import type { EntityRows } from './entity-rows.ts';
import { propertyValue } from './entity-rows.ts';

/** One term of an order; OData sorts null before every value. */
export interface OrderTerm {
  readonly sql: string;
  readonly descending: boolean;
  readonly nullable: boolean;
}

const direction = ({ descending, nullable }: OrderTerm): string =>
  `${descending ? ' desc' : ''}${nullable ? (descending ? ' nulls last' : ' nulls first') : ''}`;

/** The terms behind `order by`; `sqlOf` names them where they are known by another name. */
export const orderSql = (
  terms: readonly OrderTerm[],
  sqlOf: (term: OrderTerm, index: number) => string = (term) => term.sql,
): string => terms.map((term, index) => sqlOf(term, index) + direction(term)).join(', ');

/** The terms that the caller asks for. */
export const termsOf = (frame: Frame, items: readonly OrderByItem[]): OrderTerm[] =>
  items.map(({ expression, direction, position }) => {
    const operand = evaluate(frame, expression);
    if (operand.kind === 'literal') throw frame.translation.fault('A literal orders nothing.', position);
    if (operand.unsortable) throw frame.translation.fault('By this property nothing is sorted.', position);
    return { sql: operand.sql, descending: direction === 'desc', nullable: operand.nullable };
  });

/** The terms that the entity's declaration names. */
export const defaultTerms = ({ model, alias }: EntityRows): OrderTerm[] =>
  (model.declaration.defaultOrder ?? []).flatMap(({ property, descending }) => {
    const named = model.properties.get(property.toLowerCase());
    if (!named) return [];
    const { sql, nullable } = propertyValue(model, named, alias);
    return [{ sql, descending: descending ?? false, nullable }];
  });

/** The terms with the key behind them, in the last term's direction, so that no two rows are alike. */
export const withTieBreaker = (terms: readonly OrderTerm[], rows: EntityRows, acrossTenants: boolean): OrderTerm[] => {
  const descending = terms.at(-1)?.descending ?? false;
  const columns = [rows.model.declaration.keyColumn, ...(acrossTenants ? ['tenant_id'] : [])];
  const known = new Set(terms.map((term) => term.sql));
  return [
    ...terms,
    ...columns
      .map((column) => ({ sql: `${rows.alias}.${column}`, descending, nullable: false }))
      .filter((term) => !known.has(term.sql)),
  ];
};
