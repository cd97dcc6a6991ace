import type { ExportWords } from '@cfs/contracts/export-words';
import { listAddress, type ListQuery } from './odata-query.ts';

/** A column of the file: a property of the set, or a path to a related one, under its heading. */
export interface ExportColumn {
  readonly field: string;
  readonly header: string;
  /** The path whose values are exported instead of `field`; `false` leaves the column out of the file. */
  readonly exported?: string | false | undefined;
  /** The heading in the file, where it is not `header`. */
  readonly exportedHeader?: string | undefined;
  /** What the file says for the values of the column. */
  readonly exportWords?: ExportWords | undefined;
}

/** The address under which the server answers the rows of a query as CSV, with these columns in their order. */
export const exportAddress = (set: string, query: ListQuery, columns: readonly ExportColumn[]): string => {
  const chosen = columns.filter((column) => column.exported !== false);
  const select = chosen.map((column) => column.exported || column.field).join(',');
  const address = listAddress(`${set}/Export()`, { ...query, select });
  const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
  const headings = `headings=${json(chosen.map((column) => column.exportedHeader ?? column.header))}`;
  const words = chosen.map((column) => column.exportWords ?? null);
  return [address, headings, ...(words.some((each) => each !== null) ? [`words=${json(words)}`] : [])].join('&');
};
