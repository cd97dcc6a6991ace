import type { Statement } from '../database/gate.ts';
import { wholeList, type ListRequest } from '../odata/list-statement.ts';
import { csvRecordSql } from './csv.ts';
import { exportColumns } from './export-columns.ts';

/** A statement whose rows are the records of a CSV file, and the paths of the columns in their order. */
export interface ExportStatement {
  readonly statement: Statement;
  readonly paths: readonly string[];
}

/**
 * The statement of everything that a list has in all, a column for each path.
 *
 * @throws 400 or 501 problems, before anything is read, for what the declaration does not allow.
 */
export const exportStatement = (request: ListRequest): ExportStatement => {
  const { translation, rows, source, statement } = wholeList(request);
  const columns = exportColumns(translation, rows, request.query);
  const cells = columns.map(({ sql }, index) => `${sql} as c${index + 1}`).join(', ');
  const record = csvRecordSql(columns.map(({ isText }, index) => ({ sql: `cells.c${index + 1}`, isText })));
  // Without the offset PostgreSQL would find every cell again wherever the record names it.
  const text = `select ${record} from (select ${cells} from (${source}) ${rows.alias} offset 0) cells`;
  return {
    statement: statement(text),
    paths: columns.map(({ path }) => path),
  };
};
