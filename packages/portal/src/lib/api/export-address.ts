import { listAddress, type ListQuery } from './odata-query.ts';

/** A column of the file: a property of the set, or a path to a related one, under its heading. */
export interface ExportColumn {
  readonly field: string;
  readonly header: string;
  /** The path whose values are exported instead of `field`; `false` leaves the column out of the file. */
  readonly exported?: string | false | undefined;
}

/** The address under which the server answers the rows of a query as CSV, with these columns in their order. */
export const exportAddress = (set: string, query: ListQuery, columns: readonly ExportColumn[]): string => {
  const chosen = columns.filter((column) => column.exported !== false);
  const select = chosen.map((column) => column.exported || column.field).join(',');
  const address = listAddress(`${set}/Export()`, { ...query, select });
  const headings = encodeURIComponent(JSON.stringify(chosen.map((column) => column.header)));
  return `${address}&headings=${headings}`;
};
