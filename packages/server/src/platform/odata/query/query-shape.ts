import type { Expression, Literal, Path } from '@cfs/odata';
import { systemTenantId } from '../../context.ts';
import { isIndexable } from '../statements/implied-search.ts';
import type { ListOptions } from './list-query.ts';

/** The normalised text of a query: equal for queries whose statements differ only in the values of literals. */
export interface QueryShape {
  readonly text: string;
  /** The literals masked in the text, in order. */
  readonly literals: readonly Literal[];
}

/** Longer queries are rare and are not cached. */
const maxShapeCharacters = 2_048;
const maxLiterals = 32;

/** An `int4` that may be a divisor: other integers are translated differently. */
const plainInteger = /^-?[1-9]\d{0,8}$/;

/** The mask of a literal in the shape; `undefined` if the statement depends on more than the literal's type. */
const maskOf = (literal: Literal): string | undefined => {
  switch (literal.type) {
    case 'string':
      return isIndexable(literal) ? '?string' : '?short';
    case 'date':
    case 'dateTimeOffset':
      return `?${literal.type}`;
    case 'guid':
      return literal.value === systemTenantId ? undefined : '?guid';
    case 'integer':
      return plainInteger.test(literal.value) ? '?integer' : undefined;
    default:
      return undefined;
  }
};

const printPath = ({ variable, segments, count }: Path): string =>
  `${variable === undefined ? '' : `${variable}/`}${segments.join('/')}${count ? '/$count' : ''}`;

/** The expression with explicit parentheses and masked literals; collects the literals. */
const print = (node: Expression, literals: Literal[]): string => {
  switch (node.kind) {
    case 'literal': {
      const mask = maskOf(node);
      if (mask === undefined) return node.text;
      literals.push(node);
      return mask;
    }
    case 'path':
      return printPath(node);
    case 'binary':
      return `(${print(node.left, literals)} ${node.operator} ${print(node.right, literals)})`;
    case 'unary':
      return `(${node.operator} ${print(node.operand, literals)})`;
    case 'in': {
      const operand = print(node.operand, literals);
      if ('kind' in node.values) return `(${operand} in ${printPath(node.values)})`;
      return `(${operand} in [${node.values.map((value) => print(value, literals)).join(',')}])`;
    }
    case 'call':
      return `${node.name}(${node.arguments.map((argument) => print(argument, literals)).join(',')})`;
    case 'lambda':
      return `${printPath(node.source)}/${node.quantifier}(${node.variable ?? ''}:${
        node.predicate ? print(node.predicate, literals) : ''
      })`;
  }
};

/**
 * The shape of a query for the first page of a list; `undefined` for queries that search, aggregate, continue from a
 * cursor or leave the page length to the server.
 */
export const shapeOf = (
  { texts, aliases, after, maxPageRows: preferred }: ListOptions,
  filter: Expression | undefined,
  maxPageRows: number,
): QueryShape | undefined => {
  const top = texts.get('top');
  if (top === undefined || !/^\d{1,4}$/.test(top) || Number(top) > maxPageRows) return undefined;
  if (after || (preferred !== undefined && preferred < Number(top))) return undefined;
  if (texts.has('skip') || texts.has('search') || texts.has('apply')) return undefined;
  // Aliases in the filter are replaced by their values; the other options are kept as text.
  if (aliases.size > 0 && (['orderby', 'expand'] as const).some((name) => texts.get(name)?.includes('@')))
    return undefined;
  const literals: Literal[] = [];
  const printed = filter === undefined ? '' : print(filter, literals);
  const others = [
    texts.get('orderby'),
    texts.get('select'),
    texts.get('expand'),
    texts.get('count'),
    texts.get('format'),
  ];
  const text = `${Number(top)}|${printed}|${others.map((other) => (other === undefined ? '' : `=${other}`)).join('\n')}`;
  return text.length > maxShapeCharacters || literals.length > maxLiterals ? undefined : { text, literals };
};
