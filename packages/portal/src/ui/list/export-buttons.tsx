import { exportAddress, type ExportColumn } from '../../lib/api/export-address.ts';
import type { Filter } from '../../lib/api/odata-filter.ts';
import type { ListState } from '../../lib/lists/list-state.ts';
import { ExportButton } from './export-button.tsx';

interface ExportButtonsProps {
  /** The set that the list shows: `/v1/locations`. */
  readonly set: string;
  readonly fileName: string;
  readonly list: Pick<ListState, 'page' | 'size' | 'sort' | 'search'>;
  /** The rows and the total of the list, for the progress. */
  readonly rows: { readonly rows: readonly unknown[]; readonly count: number | undefined };
  /** All columns of the list, hidden ones included, in order. */
  readonly columns: readonly ExportColumn[];
  readonly filter?: Filter;
  /** The maximum number of rows of Export All; unlimited by default. */
  readonly limit?: number;
}

const cappedCount = (count: number | undefined, limit: number | undefined): number | undefined =>
  count === undefined || limit === undefined ? count : Math.min(count, limit);

/** Names the limit if not all rows are exported. */
const allLabel = (count: number | undefined, limit: number | undefined): string =>
  count === undefined || limit === undefined || count <= limit
    ? 'Export All'
    : `Export first ${limit.toLocaleString('en')}`;

/** Export Page and Export All: the rows of the current page or of all pages as a CSV file. */
export const ExportButtons = ({ set, fileName, list, rows, columns, filter, limit }: ExportButtonsProps) => {
  const query = { filter, search: list.search, orderBy: list.sort };
  const page = { ...query, top: list.size, skip: list.page * list.size };
  return (
    <>
      <ExportButton
        label="Export Page"
        fileName={fileName}
        address={exportAddress(set, page, columns)}
        total={rows.rows.length}
      />
      <ExportButton
        label={allLabel(rows.count, limit)}
        fileName={fileName}
        address={exportAddress(set, { ...query, top: limit }, columns)}
        total={cappedCount(rows.count, limit)}
      />
    </>
  );
};
