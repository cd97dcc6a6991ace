import type { Call, Expression, StringLiteral } from '@cfs/odata';
import type { EntityRows } from './entity-rows.ts';
import { shortestIndexedLength, type SearchTerm } from './search.ts';

/** The search terms implied by a filter. */
export interface ImpliedSearch {
  /** Every row that satisfies the filter contains each of these in its searched text. */
  readonly terms: readonly SearchTerm[];
  /** Whether the filter is equivalent to the search. */
  readonly isWhole: boolean;
}

/** The part of a literal that the trigram index can find: leading and trailing blanks are outside of words. */
const indexedPart = ({ value }: StringLiteral): string => value.trim();

/** Whether the literal is long enough for the trigram index. */
export const isIndexable = (literal: StringLiteral): boolean => indexedPart(literal).length >= shortestIndexedLength;

const textFunctions = new Set<string>(['contains', 'startswith', 'endswith']);

const isCall = (node: Expression): node is Call => node.kind === 'call';

/** The operand without case functions: text comparisons ignore case. */
const withoutCase = (node: Expression | undefined): Expression | undefined =>
  node && isCall(node) && node.name === 'tolower' ? withoutCase(node.arguments[0]) : node;

const isSearched = (rows: EntityRows, node: Expression | undefined): boolean => {
  if (node?.kind !== 'path' || node.segments.length !== 1 || node.variable !== undefined || node.count) return false;
  const property = rows.model.properties.get(node.segments[0]?.toLowerCase() ?? '')?.property;
  return property?.search === true && property.type === 'string' && typeof property.sql === 'string';
};

/** The literal that a condition looks for in a searched property. */
const literalOf = (rows: EntityRows, node: Expression): StringLiteral | undefined => {
  const [text, wanted] =
    node.kind === 'binary' && node.operator === 'eq'
      ? [node.left, node.right]
      : isCall(node) && textFunctions.has(node.name)
        ? node.arguments
        : [];
  const literal = withoutCase(wanted);
  if (literal?.kind !== 'literal' || literal.type !== 'string' || !isIndexable(literal)) return undefined;
  return isSearched(rows, withoutCase(text)) ? literal : undefined;
};

const conjuncts = (node: Expression): Expression[] =>
  node.kind === 'binary' && node.operator === 'and' ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];

/**
 * The search implied by a filter: a searched property contains a text of at least three letters. The search index then
 * finds the rows of a rare text, where the filter alone would scan all rows.
 */
export const impliedSearch = (rows: EntityRows, filter: Expression): ImpliedSearch | undefined => {
  if (rows.model.declaration.searched) return undefined;
  const conditions = conjuncts(filter);
  const terms = conditions.flatMap((node) => {
    const literal = literalOf(rows, node);
    return literal ? [{ literal, read: indexedPart }] : [];
  });
  return terms.length === 0 ? undefined : { terms, isWhole: terms.length === conditions.length };
};
