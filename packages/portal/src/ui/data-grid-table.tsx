import useMediaQuery from '@mui/material/useMediaQuery';
import { DataGrid, type GridColDef, type GridRowSelectionModel, type GridSortModel } from '@mui/x-data-grid';
import { pageSizes } from '@cfs/contracts/sizes';
import { useMemo } from 'react';
import { cspNonce } from '../lib/csp-nonce.ts';
import type { Column } from './data-table-column.ts';
import type { DataTableProps } from './data-table.tsx';
import { gridStyle } from './data-grid-style.ts';

const actionsField = '__actions';

const gridColumn = <Row extends object>(column: Column<Row>): GridColDef<Row> => {
  const { field, header, value, render, sortable = true, flex, width, minWidth, align = 'left' } = column;
  return {
    field,
    headerName: header,
    sortable,
    align,
    headerAlign: align,
    filterable: false,
    disableColumnMenu: true,
    ...(width === undefined ? { flex: flex ?? 1, minWidth: minWidth ?? 96 } : { width }),
    valueGetter: (_, row) => value(row) ?? '',
    ...(render ? { renderCell: ({ row }) => render(row) } : {}),
  };
};

/** What stands there instead is drawn beside the grid; see data-table.tsx. */
const NoRows = () => null;

const selectionModel = (selected: ReadonlySet<string>): GridRowSelectionModel => ({
  type: 'include',
  ids: new Set(selected),
});

/** The rows in a Data Grid that pages and sorts on the server. */
export const DataGridTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { label, columns, rowId, list, rows, rowActions, actionsWidth = 96, selected, onSelect, isMuted } = props;
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('xl'));
  const gridColumns = useMemo(() => {
    const own = columns.filter((column) => isWide || !column.isWideOnly).map(gridColumn);
    if (!rowActions) return own;
    const actions: GridColDef<Row> = {
      field: actionsField,
      headerName: 'Actions',
      width: actionsWidth,
      sortable: false,
      filterable: false,
      disableColumnMenu: true,
      align: 'right',
      headerAlign: 'right',
      renderCell: ({ row }) => rowActions(row),
    };
    return [...own, actions];
  }, [columns, isWide, rowActions, actionsWidth]);
  const paging = useMemo(() => ({ page: list.page, pageSize: list.size }), [list.page, list.size]);
  const [first] = list.sort;
  const [field, sort] = [first?.field, first?.direction];
  // The same order must stay the same object: the grid returns to its first page whenever it is given a new one.
  const sorting = useMemo((): GridSortModel => (field && sort ? [{ field, sort }] : []), [field, sort]);
  const hasNextPage =
    rows.count === undefined ? rows.rows.length === list.size : (list.page + 1) * list.size < rows.count;
  return (
    <DataGrid
      aria-label={label}
      nonce={cspNonce()}
      rows={rows.rows}
      columns={gridColumns}
      getRowId={rowId}
      loading={rows.isLoading}
      rowHeight={40}
      columnHeaderHeight={40}
      columnBufferPx={2_000}
      disableRowSelectionOnClick
      disableColumnFilter
      checkboxSelection={onSelect !== undefined}
      {...(selected ? { rowSelectionModel: selectionModel(selected) } : {})}
      onRowSelectionModelChange={(model) => onSelect?.(new Set([...model.ids].map(String)))}
      disableRowSelectionExcludeModel
      paginationMode="server"
      pageSizeOptions={[...pageSizes]}
      paginationModel={paging}
      onPaginationModelChange={({ page, pageSize }) => list.setPage(pageSize === list.size ? page : 0, pageSize)}
      rowCount={rows.count ?? -1}
      paginationMeta={{ hasNextPage }}
      sortingMode="server"
      sortModel={sorting}
      onSortModelChange={([term]) => {
        if (term?.sort) list.setSort([{ field: term.field, direction: term.sort }]);
      }}
      sortingOrder={['asc', 'desc']}
      getRowClassName={({ row }) => (isMuted?.(row) ? 'muted' : '')}
      slots={{ noRowsOverlay: NoRows }}
      slotProps={{ loadingOverlay: { variant: 'skeleton', noRowsVariant: 'skeleton' } }}
      sx={gridStyle}
    />
  );
};
