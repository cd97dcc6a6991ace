import type { Expression, Literal, Path } from '@cfs/odata';
import { systemTenantId } from '../context.ts';
import { isIndexable } from './implied-search.ts';
import type { ListOptions } from './list-query.ts';

/** What a query has in common with others whose statements differ from its own in the values of literals alone. */
export interface QueryShape {
  readonly text: string;
  /** The literals that the text leaves out, in its order. */
  readonly literals: readonly Literal[];
}

/** Longer ones are rare, and would fill the memory of whoever keeps shapes. */
const longestShape = 2_048;
const mostLiterals = 32;

/** A number that is an `int4` and divides: other whole numbers are translated otherwise. */
const plainInteger = /^-?[1-9]\d{0,8}$/;

/** How a literal stands in a shape, or `undefined` when the statement depends on more of it than its type. */
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

/** The expression with parentheses around each operation and masks for its literals, which it collects. */
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
 * The shape of a query for the first rows of a list, `undefined` for any other query: one that searches, aggregates,
 * goes on from further rows or leaves the length of the page to the server.
 */
export const shapeOf = (
  { texts, aliases, after, longestPage: preferred }: ListOptions,
  filter: Expression | undefined,
  longestPage: number,
): QueryShape | undefined => {
  const top = texts.get('top');
  if (top === undefined || !/^\d{1,4}$/.test(top) || Number(top) > longestPage) return undefined;
  if (after || (preferred !== undefined && preferred < Number(top))) return undefined;
  if (texts.has('skip') || texts.has('search') || texts.has('apply')) return undefined;
  // The filter has the values of its aliases in their places; the other options are kept as they are written.
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
  return text.length > longestShape || literals.length > mostLiterals ? undefined : { text, literals };
};
