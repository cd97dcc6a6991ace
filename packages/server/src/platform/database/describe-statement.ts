/** A statement as a trace shows it. */
export interface StatementDescription {
  /** The operation and the first table, for example `SELECT devices`. */
  readonly summary: string;
  readonly operation: string;
  /** The text with its placeholders; its string literals are replaced. */
  readonly text: string;
}

const maxDescriptions = 2_000;
const descriptions = new Map<string, StatementDescription>();

const firstTable = /\b(?:from|into|update)\s+(?:"?cfs"?\.)?"?([a-z_]+)"?(?![\w.(])/i;

const describe = (statement: string): StatementDescription => {
  const text = statement.replaceAll(/'(?:[^']|'')*'/g, "'?'");
  const operation = (/[a-z]+/i.exec(text)?.[0] ?? 'statement').toUpperCase();
  const table = firstTable.exec(text)?.[1];
  return { operation, summary: table === undefined ? operation : `${operation} ${table}`, text };
};

/**
 * Describes a statement by its text. Statements are parameterized, but names that a tenant has chosen, such as those of
 * metrics, may occur in them as literals: no literal string is shown. Descriptions are cached.
 */
export const describeStatement = (statement: string): StatementDescription => {
  const known = descriptions.get(statement);
  if (known) return known;
  const description = describe(statement);
  descriptions.set(statement, description);
  if (descriptions.size > maxDescriptions) descriptions.delete(descriptions.keys().next().value ?? '');
  return description;
};
