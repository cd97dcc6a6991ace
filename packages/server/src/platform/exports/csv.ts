/** Ends every record, the last one too. */
const recordEnd = '\r\n';

/** Patterns that JavaScript and PostgreSQL read alike: what has to stand in quotes, and what a spreadsheet computes. */
const quotedPattern = '[",\\r\\n]';
const formulaPattern = '^[=+@\\t\\r\\uFF1D\\uFF0B\\uFF0D\\uFF20-]';

const isQuoted = new RegExp(quotedPattern);
const isFormula = new RegExp(formulaPattern);

const cell = (text: string): string => {
  const safe = isFormula.test(text) ? `'${text}` : text;
  return isQuoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One record as RFC 4180 has it. A text that a spreadsheet would take for a formula is preceded by an apostrophe. */
export const csvRecord = (cells: readonly string[]): string => cells.map(cell).join(',') + recordEnd;

/** A column of a record in SQL: text of any kind, or what PostgreSQL itself writes and needs no care. */
export interface CsvColumn {
  readonly sql: string;
  readonly isText: boolean;
}

const textSql = (column: string): string => {
  const safe = `case when ${column} ~ '${formulaPattern}' then '''' || ${column} else ${column} end`;
  const quoted = `'"' || replace(${safe}, '"', '""') || '"'`;
  return `case when ${column} ~ '${quotedPattern}' then ${quoted} else ${safe} end`;
};

/** The expression that writes columns as {@link csvRecord} would; NULL is an empty cell. */
export const csvRecordSql = (columns: readonly CsvColumn[]): string => {
  const cells = columns.map(({ sql, isText }) => (isText ? textSql(`(${sql} collate "C")`) : `(${sql})::text`));
  // A line without anything would be no record.
  const [only, ...more] = cells;
  const shown =
    only !== undefined && more.length === 0
      ? [`coalesce(nullif(${only}, ''), '""')`]
      : cells.map((each) => `coalesce(${each}, '')`);
  return `${shown.join(` || ',' || `)} || e'\\r\\n'`;
};
