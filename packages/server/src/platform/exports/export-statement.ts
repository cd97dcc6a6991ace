import type { Statement } from '../database/gate.ts';
import { wholeList, type ListRequest } from '../odata/list-statement.ts';
import { exportColumns } from './export-columns.ts';

/** A statement that answers the cells of an export, and the paths of its columns in the order of the cells. */
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
  return {
    statement: statement(`select ${cells} from (${source}) ${rows.alias}`),
    paths: columns.map(({ path }) => path),
  };
};
