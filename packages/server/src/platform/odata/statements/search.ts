import type { SearchExpression, StringLiteral } from '@cfs/odata';
import type { Scope } from '../../context.ts';
import type { EntityRows } from './entity-rows.ts';
import type { Translation } from '../expressions/translation.ts';

/** How `$search` finds rows: by a condition on each row and, for rare words, by ids from the trigram index. */
export interface Search {
  readonly condition: string;
  /** A select of the ids of all rows that may satisfy the condition; of NULL if there are too many. */
  readonly candidates?: string;
}

/**
 * Words with more hits than this are so common that scanning the rows in order fills a page sooner, in particular a
 * short page. The threshold is higher if a filter or the tenant scope discards most of the scanned rows.
 */
const maxCandidates = (rowsRead: number, isNarrowed: boolean): number => {
  if (isNarrowed) return 10_000;
  if (rowsRead <= 10) return 500;
  return rowsRead <= 25 ? 1_000 : 3_000;
};

/** The minimum length of a word in the trigram index. */
export const shortestIndexedLength = 3;

/** A literal that every hit contains. */
export interface SearchTerm {
  readonly literal: StringLiteral;
  /** The part of the literal that the index looks up. */
  readonly read: (literal: StringLiteral) => string;
}

/** The terms that every hit contains. */
const required = (node: SearchExpression): string[] => {
  if (node.kind === 'searchTerm') return [node.text];
  return node.kind === 'searchBinary' && node.operator === 'and'
    ? [...required(node.left), ...required(node.right)]
    : [];
};

/** What is known about the searched rows. */
export interface SearchedRows {
  readonly scope: Scope;
  /** A filter or a narrow tenant scope discards most rows. */
  readonly isNarrowed: boolean;
  /** The number of hits up to which they are read in order. */
  readonly rowsRead: number;
}

// A scalar subquery is evaluated once, not for every row.
const foldedOnce = (parameter: string): string => `(select cfs.fold(${parameter}))`;

/** The select of {@link Search.candidates} for folded terms. */
const candidatesOf = (
  { parameters }: Translation,
  { model }: EntityRows,
  terms: readonly string[],
  { scope, isNarrowed, rowsRead }: SearchedRows,
): string => {
  const max = maxCandidates(rowsRead, isNarrowed);
  const tenants = scope.kind === 'all' ? 'null' : parameters.add(scope.tenantIds, 'uuid[]');
  return `select id from gate.search_${model.declaration.table}(array[${terms.join(', ')}], ${max}, ${tenants}) id`;
};

/** The ids of rows whose searched text contains each of the terms. The statement must use them. */
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
 * Finds words and phrases anywhere in the searched properties, case-insensitively (full Unicode case folding).
 *
 * Candidates are computed for `searched` rows only. The statement must use them, because PostgreSQL rejects unused
 * parameters.
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
        // With `like` the planner would assume that every word is rare, and sort rows that an ordered index yields in
        // order.
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
