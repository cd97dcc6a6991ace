import {
  DataGrid,
  useGridApiRef,
  type GridEventListener,
  type GridRowSelectionModel,
  type GridSortDirection,
  type GridSortModel,
} from '@mui/x-data-grid';
import { useMemo } from 'react';
import { cspNonce } from '../../lib/csp-nonce.ts';
import { DataGridCell } from './data-grid-cell.tsx';
import { actionsColumn, actionsField, checkboxColumn, gridColumn } from './data-grid-column.tsx';
import { DataGridSkeleton } from './data-grid-skeleton.tsx';
import { DataGridSortIcon } from './data-grid-sort-icon.tsx';
import { gridStyle } from './data-grid-style.ts';
import type { DataTableProps } from './data-table.tsx';
import { pageFooter } from './page-footer.ts';
import { RowHandlersProvider } from './row-handlers.tsx';
import { rowHeights, useDensity } from './use-density.ts';
import { useMoreColumns } from './use-more-columns.ts';

/** Columns whose cells contain controls, which handle Enter themselves. */
const columnsWithControls: ReadonlySet<string> = new Set([actionsField, '__check__']);

/** data-table.tsx renders the empty state outside of the grid. */
const NoRows = () => null;

const slots = {
  noRowsOverlay: NoRows,
  cell: DataGridCell,
  columnHeaderSortIcon: DataGridSortIcon,
  baseSkeleton: DataGridSkeleton,
};
const loadingOverlay = { variant: 'skeleton', noRowsVariant: 'skeleton' } as const;
/**
 * The grid gets no row count: with one it would leave a page past the end on its own, even while the count is still
 * that of the previous query. The footer shows the count.
 */
const neverLastPage = { hasNextPage: true } as const;
const sortingOrder: GridSortDirection[] = ['asc', 'desc'];

/** The rows in a Data Grid with server-side paging and sorting. */
export const DataGridTable = <Row extends object>(props: DataTableProps<Row>) => {
  const {
    label,
    columns,
    rowId,
    list,
    rows,
    onOpen,
    rowActions,
    actionsWidth = 96,
    selection,
    isMuted,
    openBeside,
  } = props;
  const [density] = useDensity();
  const hasActions = rowActions !== undefined;
  const gridColumns = useMemo(() => {
    const own = columns.map(gridColumn);
    return hasActions ? [...own, actionsColumn<Row>(actionsWidth)] : own;
  }, [columns, hasActions, actionsWidth]);
  const paging = useMemo(() => ({ page: list.page, pageSize: list.size }), [list.page, list.size]);
  const sizes = useMemo(() => [...list.sizes], [list.sizes]);
  const [first] = list.sort;
  const [field, sort] = [first?.field, first?.direction];
  // Memoized: the grid resets to the first page when it gets a new sort model.
  const sorting = useMemo((): GridSortModel => (field && sort ? [{ field, sort }] : []), [field, sort]);
  const slotProps = useMemo(
    () => ({
      loadingOverlay,
      basePagination: {
        ...pageFooter(list, rows),
        onRowsPerPageChange: (size: number) => list.setPage(0, size),
      },
    }),
    [list, rows],
  );
  const grid = useGridApiRef();
  useMoreColumns(grid, hasActions ? actionsWidth : 0);
  const selected = selection?.selected;
  const selectionModel = useMemo(
    (): GridRowSelectionModel => ({ type: 'include', ids: new Set(selected?.keys()) }),
    [selected],
  );
  const actByKey: GridEventListener<'cellKeyDown'> = (cell, event) => {
    if (event.target !== event.currentTarget || columnsWithControls.has(cell.field)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onOpen?.(cell.row as Row);
    } else if (event.key === ' ' && !event.shiftKey && selected) {
      event.preventDefault();
      // Prevents the grid's default for Space, page down.
      event.defaultMuiPrevented = true;
      grid.current?.selectRow(cell.id, !selected.has(String(cell.id)));
    }
  };
  return (
    <RowHandlersProvider onOpen={onOpen} rowActions={rowActions}>
      <DataGrid
        apiRef={grid}
        aria-label={label}
        nonce={cspNonce()}
        rows={rows.rows}
        columns={gridColumns}
        getRowId={rowId}
        loading={rows.isLoading}
        rowHeight={rowHeights[density]}
        columnHeaderHeight={40}
        columnBufferPx={2_000}
        disableRowSelectionOnClick
        disableColumnFilter
        rowSelection={selection !== undefined}
        checkboxSelection={selection !== undefined}
        checkboxColDef={checkboxColumn}
        rowSelectionModel={selectionModel}
        onRowSelectionModelChange={({ ids }) => selection?.select([...ids].map(String), rows.rows)}
        keepNonExistentRowsSelected
        disableRowSelectionExcludeModel
        hideFooterSelectedRowCount
        onCellKeyDown={actByKey}
        paginationMode="server"
        pageSizeOptions={sizes}
        paginationModel={paging}
        rowCount={-1}
        paginationMeta={neverLastPage}
        sortingMode="server"
        sortModel={sorting}
        onSortModelChange={([term]) => {
          if (term?.sort) list.setSort([{ field: term.field, direction: term.sort }]);
        }}
        sortingOrder={sortingOrder}
        getRowClassName={({ row }) =>
          `${isMuted?.(row) ? 'muted' : ''} ${rowId(row) === openBeside ? 'open' : ''}`.trim()
        }
        slots={slots}
        slotProps={slotProps}
        sx={gridStyle}
      />
    </RowHandlersProvider>
  );
};
