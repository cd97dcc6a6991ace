import { exportAddress, type ExportColumn } from '../../lib/api/export-address.ts';
import type { Filter } from '../../lib/api/odata-filter.ts';
import type { ListState } from '../../lib/list-state.ts';
import { ExportButton } from './export-button.tsx';

interface ExportButtonsProps {
  /** The set that the list shows: `/v1/locations`. */
  readonly set: string;
  readonly fileName: string;
  readonly list: Pick<ListState, 'page' | 'size' | 'sort' | 'search'>;
  /** What of the list's answer tells how far an export is. */
  readonly rows: { readonly rows: readonly unknown[]; readonly count: number | undefined };
  /** Every column that the list can show, in their order. */
  readonly columns: readonly ExportColumn[];
  readonly filter?: Filter;
  /** Rows of Export All at most, where the list has a limit. */
  readonly limit?: number;
}

const least = (count: number | undefined, limit: number | undefined): number | undefined =>
  count === undefined || limit === undefined ? count : Math.min(count, limit);

/** Export Page and Export All of a list: the rows that it shows, or would show on all its pages, as a CSV file. */
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
        label="Export All"
        fileName={fileName}
        address={exportAddress(set, { ...query, top: limit }, columns)}
        total={least(rows.count, limit)}
      />
    </>
  );
};
