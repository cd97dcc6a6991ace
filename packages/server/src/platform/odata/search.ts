import type { SearchExpression, StringLiteral } from '@cfs/odata';
import type { Scope } from '../context.ts';
import type { EntityRows } from './entity-rows.ts';
import type { Translation } from './translation.ts';

/** How `$search` finds rows: by a condition on each, and, for a rare word, by the ids that the trigram index knows. */
export interface Search {
  readonly condition: string;
  /** Select of the ids of all rows that may fulfil the condition, or of a null when there are too many. */
  readonly candidates?: string;
}

/**
 * A word with more hits than this is so common that reading the rows in their order finds a page sooner, the sooner the
 * shorter the page: a little later where a filter or the tenants of the caller leave out most of what is read in that
 * order.
 */
const mostCandidates = (rowsRead: number, isNarrowed: boolean): number => {
  if (isNarrowed) return 10_000;
  if (rowsRead <= 10) return 500;
  return rowsRead <= 25 ? 1_000 : 3_000;
};

/** An index over three letters knows nothing of shorter words. */
export const shortestIndexedLength = 3;

/** A text of the query that every hit contains. */
export interface SearchTerm {
  readonly literal: StringLiteral;
  /** The part of such a literal that is looked for. */
  readonly read: (literal: StringLiteral) => string;
}

/** The terms that every hit contains. */
const required = (node: SearchExpression): string[] => {
  if (node.kind === 'searchTerm') return [node.text];
  return node.kind === 'searchBinary' && node.operator === 'and'
    ? [...required(node.left), ...required(node.right)]
    : [];
};

/** What is known of the rows that a search is for. */
export interface SearchedRows {
  readonly scope: Scope;
  /** A filter or few tenants leave most rows out. */
  readonly isNarrowed: boolean;
  /** So many hits are read in their order. */
  readonly rowsRead: number;
}

// Within a select it is evaluated once, not for every row.
const foldedOnce = (parameter: string): string => `(select cfs.fold(${parameter}))`;

/** The select of {@link Search.candidates} for folded terms. */
const candidatesOf = (
  { parameters }: Translation,
  { model }: EntityRows,
  terms: readonly string[],
  { scope, isNarrowed, rowsRead }: SearchedRows,
): string => {
  const most = mostCandidates(rowsRead, isNarrowed);
  const tenants = scope.kind === 'all' ? 'null' : parameters.add(scope.tenantIds, 'uuid[]');
  return `select id from gate.search_${model.declaration.table}(array[${terms.join(', ')}], ${most}, ${tenants}) id`;
};

/** The candidates of rows whose searched text contains each of the terms. The statement must use them. */
export const candidatesOfTerms = (
  translation: Translation,
  rows: EntityRows,
  terms: readonly SearchTerm[],
  searched: SearchedRows,
): string => {
  const folded = terms.map(({ literal, read }) => foldedOnce(translation.parameters.addLiteral(literal, read, 'text')));
  return candidatesOf(translation, rows, folded, searched);
};

/**
 * Words and phrases are found anywhere in the searched properties, whatever the case of their letters (full case folding).
 *
 * Candidates are made for `searched` rows alone: the statement must use them, for PostgreSQL refuses parameters that
 * stand nowhere in its text.
 */
export const searchIn = (
  translation: Translation,
  rows: EntityRows,
  tree: SearchExpression,
  searched?: SearchedRows,
): Search => {
  const { name, searched: columns } = rows.model.declaration;
  if (!rows.model.searchable) throw translation.unsupported(`Searching ${name}`, tree.position);
  const joined = columns?.map((column) => `${rows.alias}.${column}`).join(', ');
  const text = joined === undefined ? `${rows.alias}.search_text` : `cfs.fold(concat_ws(e'\\n', ${joined}))`;
  const folded = (term: string): string => foldedOnce(translation.parameters.add(term, 'text'));
  const conditionOf = (node: SearchExpression): string => {
    switch (node.kind) {
      case 'searchTerm':
        // `like` would let the planner take every word for a rare one, and sort what an ordered index has sorted.
        return `(strpos(${text}, ${folded(node.text)}) > 0)`;
      case 'searchNot':
        return `(not ${conditionOf(node.operand)})`;
      case 'searchBinary':
        return `(${conditionOf(node.left)} ${node.operator} ${conditionOf(node.right)})`;
    }
  };
  const found = conditionOf(tree);
  const terms = searched ? required(tree).filter((text) => text.length >= shortestIndexedLength) : [];
  if (!searched || columns || terms.length === 0) return { condition: found };
  return { condition: found, candidates: candidatesOf(translation, rows, terms.map(folded), searched) };
};
