/** Terminates every record, including the last. */
const recordEnd = '\r\n';

/**
 * Regular expressions with the same meaning in JavaScript and PostgreSQL: cells that need quotes, and cells that a
 * spreadsheet would evaluate as formulas.
 */
const quotedPattern = '[",\\r\\n]';
const formulaPattern = '^[=+@\\t\\r\\uFF1D\\uFF0B\\uFF0D\\uFF20-]';

const isQuoted = new RegExp(quotedPattern);
const isFormula = new RegExp(formulaPattern);

const cell = (text: string): string => {
  const safe = isFormula.test(text) ? `'${text}` : text;
  return isQuoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One record in RFC 4180 form. A cell that a spreadsheet would evaluate as a formula gets a leading apostrophe. */
export const csvRecord = (cells: readonly string[]): string => cells.map(cell).join(',') + recordEnd;

/** A column of a record in SQL: arbitrary text, or a value whose text form never needs quotes. */
export interface CsvColumn {
  readonly sql: string;
  readonly isText: boolean;
}

const textSql = (column: string): string => {
  const safe = `case when ${column} ~ '${formulaPattern}' then '''' || ${column} else ${column} end`;
  const quoted = `'"' || replace(${safe}, '"', '""') || '"'`;
  return `case when ${column} ~ '${quotedPattern}' then ${quoted} else ${safe} end`;
};

/** The SQL expression equivalent to {@link csvRecord}; NULL becomes an empty cell. */
export const csvRecordSql = (columns: readonly CsvColumn[]): string => {
  const cells = columns.map(({ sql, isText }) => (isText ? textSql(`(${sql} collate "C")`) : `(${sql})::text`));
  // An empty line would not be a record.
  const [only, ...more] = cells;
  const shown =
    only !== undefined && more.length === 0
      ? [`coalesce(nullif(${only}, ''), '""')`]
      : cells.map((each) => `coalesce(${each}, '')`);
  return `${shown.join(` || ',' || `)} || e'\\r\\n'`;
};
