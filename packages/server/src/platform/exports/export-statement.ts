import type { ExportWords } from '@cfs/contracts/export-words';
import type { Statement } from '../database/gate.ts';
import { wholeList, type ListRequest } from '../odata/statements/list-statement.ts';
import type { Parameters } from '../odata/statements/parameters.ts';
import { queryFault } from '../odata/query/query-fault.ts';
import { csvRecordSql, type CsvColumn } from './csv.ts';
import { exportColumns } from './export-columns.ts';

/** A statement whose rows are the records of a CSV file, and the paths of its columns. */
export interface ExportStatement {
  readonly statement: Statement;
  readonly paths: readonly string[];
}

/** The column with display texts in place of values, as in `exportedText`. */
const inWords = (column: CsvColumn, words: ExportWords | null, parameters: Parameters): CsvColumn => {
  if (words === null) return column;
  const text = `(${column.sql})::text`;
  const word = (value: string): string => parameters.add(value, 'text');
  const known = Object.entries(words.of ?? {}).map(([value, of]) => `when ${text} = ${word(value)} then ${word(of)}`);
  const empty = words.empty === undefined ? [] : [`when ${column.sql} is null then ${word(words.empty)}`];
  const other = words.other === undefined ? [] : [`when ${column.sql} is not null then ${word(words.other)}`];
  const cases = [...empty, ...known, ...other];
  return cases.length === 0 ? column : { sql: `case ${cases.join(' ')} else ${text} end`, isText: true };
};

/**
 * The statement of all rows of a list, with one column for each path. `words`, one entry for each column, replaces
 * values by display texts.
 *
 * @throws 400 or 501 for what the declaration does not allow, before anything is read.
 */
export const exportStatement = (request: ListRequest, words?: readonly (ExportWords | null)[]): ExportStatement => {
  const { translation, rows, source, statement } = wholeList(request);
  const columns = exportColumns(translation, rows, request.query);
  if (words && words.length !== columns.length)
    throw queryFault('words', `There are ${columns.length} columns and words of ${words.length}.`, 0);
  const cells = columns.map(({ sql }, index) => `${sql} as c${index + 1}`).join(', ');
  const record = csvRecordSql(
    columns.map(({ isText }, index) =>
      inWords({ sql: `cells.c${index + 1}`, isText }, words?.[index] ?? null, translation.parameters),
    ),
  );
  // `offset 0` prevents PostgreSQL from evaluating a cell once for each reference in the record.
  const text = `select ${record} from (select ${cells} from (${source}) ${rows.alias} offset 0) cells`;
  return {
    statement: statement(text),
    paths: columns.map(({ path }) => path),
  };
};
