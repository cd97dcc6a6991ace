import type { Call, Expression, StringLiteral } from '@cfs/odata';
import type { EntityRows } from './entity-rows.ts';
import { shortestIndexedLength, type SearchTerm } from './search.ts';

/** What a filter looks for in the searched properties. */
export interface ImpliedSearch {
  /** Each is part of the searched text of every row that fulfils the filter. */
  readonly terms: readonly SearchTerm[];
  /** Whether the filter asks for nothing else. */
  readonly isWhole: boolean;
}

/** The part of a literal that the trigram index can find: blanks at its ends lie outside of words. */
const indexedPart = ({ value }: StringLiteral): string => value.trim();

/** Whether the trigram index can find the text of a literal. */
export const isIndexable = (literal: StringLiteral): boolean => indexedPart(literal).length >= shortestIndexedLength;

const textFunctions = new Set<string>(['contains', 'startswith', 'endswith']);

const isCall = (node: Expression): node is Call => node.kind === 'call';

/** The operand without the case functions around it, which no comparison of texts depends on. */
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
 * The search that a filter implies: a property that is searched holds a text of three letters or more. The index of the
 * search then leads to the rows of a rare text, where the filter alone reads them all.
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
