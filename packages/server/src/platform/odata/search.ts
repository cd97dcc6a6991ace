import type { SearchExpression } from '@cfs/odata';
import type { EntityRows } from './entity-rows.ts';
import { humanCollation } from './operands.ts';
import type { Translation } from './translation.ts';

/** How `$search` finds rows: by a condition on each, and, for a rare word, by the ids that the trigram index knows. */
export interface Search {
  readonly condition: string;
  /** Select of at most `searchCandidates + 1` ids of rows that may fulfil the condition, and all of them if fewer. */
  readonly candidates: string | undefined;
}

/** A word with more hits than this is so common that reading the rows in their order finds a page sooner. */
export const searchCandidates = 1_000;

/** An index over three letters knows nothing of shorter words. */
const shortestIndexed = 3;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The terms that every hit contains. */
const required = (node: SearchExpression): string[] => {
  if (node.kind === 'searchTerm') return [node.text];
  return node.kind === 'searchBinary' && node.operator === 'and'
    ? [...required(node.left), ...required(node.right)]
    : [];
};

/** Words and phrases are found anywhere in the searched properties, whatever the case of their letters. */
export const searchIn = (translation: Translation, rows: EntityRows, tree: SearchExpression): Search => {
  const { name, table } = rows.model.declaration;
  if (!rows.model.searchable) throw translation.unsupported(`Searching ${name}`, tree.position);
  const lowered = (text: string): string =>
    `(lower(${translation.parameters.add(text, 'text')} collate ${humanCollation}) collate "default")`;
  const conditionOf = (node: SearchExpression): string => {
    switch (node.kind) {
      case 'searchTerm':
        // `like` would let the planner take every word for a rare one, and sort what an ordered index has sorted.
        return `(strpos(${rows.alias}.search_text, ${lowered(node.text)}) > 0)`;
      case 'searchNot':
        return `(not ${conditionOf(node.operand)})`;
      case 'searchBinary':
        return `(${conditionOf(node.left)} ${node.operator} ${conditionOf(node.right)})`;
    }
  };
  const [rarest] = required(tree)
    .filter((text) => text.length >= shortestIndexed)
    .toSorted((left, right) => right.length - left.length);
  return {
    condition: conditionOf(tree),
    candidates:
      rarest === undefined
        ? undefined
        : `select id from gate.search_${table}(${lowered(`%${escapeLike(rarest)}%`)}, ${searchCandidates + 1}) id`,
  };
};
