import type { ExportWords } from '@cfs/contracts/export-words';
import { listAddress, type ListQuery } from './odata-query.ts';

/** A column of the file: a property of the set or a navigation path, with its heading. */
export interface ExportColumn {
  readonly field: string;
  readonly header: string;
  /** The path that is exported instead of `field`; `false` leaves the column out. */
  readonly exported?: string | false | undefined;
  /** The heading in the file, if it differs from `header`. */
  readonly exportedHeader?: string | undefined;
  /** The texts that the file contains instead of the raw values. */
  readonly exportWords?: ExportWords | undefined;
}

/** The URL of the CSV export of a query, with these columns in this order. */
export const exportAddress = (set: string, query: ListQuery, columns: readonly ExportColumn[]): string => {
  const chosen = columns.filter((column) => column.exported !== false);
  const select = chosen.map((column) => column.exported || column.field).join(',');
  const address = listAddress(`${set}/Export()`, { ...query, select });
  const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
  const headings = `headings=${json(chosen.map((column) => column.exportedHeader ?? column.header))}`;
  const words = chosen.map((column) => column.exportWords ?? null);
  return [address, headings, ...(words.some((each) => each !== null) ? [`words=${json(words)}`] : [])].join('&');
};
