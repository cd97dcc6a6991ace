import type { DataGridProps, GridColDef, GridRowId } from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import type { Column } from './data-table-column.ts';
import { DataGridCheckbox } from './data-grid-checkbox.tsx';
import { ActionsCell, OpenCell } from './row-handlers.tsx';

/** What our own cells ask of a column of the grid; see data-grid-cell.tsx. */
export interface CellContent<Row extends object = object> {
  /** What a cell shows. `tabIndex` is for a control that takes the cell's place in the order of the Tab key. */
  readonly content: (row: Row, rowId: GridRowId, tabIndex: 0 | -1) => ReactNode;
  /** Its cells hold such a control. */
  readonly hasControl?: boolean;
}

export type GridColumn<Row extends object> = GridColDef<Row> & CellContent<Row>;

const noMenu = { filterable: false, disableColumnMenu: true } as const;

/** A column of a list as the grid has it. */
export const gridColumn = <Row extends object>(column: Column<Row>): GridColumn<Row> => {
  const { field, header, value, render, isLink, sortable = true, flex, width, minWidth, align = 'left' } = column;
  const text = (row: Row): string => String(value(row) ?? '');
  const shown = (row: Row): ReactNode => {
    const drawn = render?.(row);
    return drawn === undefined ? text(row) : drawn;
  };
  return {
    ...noMenu,
    field,
    headerName: header,
    sortable,
    align,
    headerAlign: align,
    ...(width === undefined ? { flex: flex ?? 1, minWidth: minWidth ?? 96 } : { width }),
    // What is copied from a cell.
    valueGetter: (_, row) => value(row) ?? '',
    content: isLink ? (row) => <OpenCell row={row} text={text(row)} /> : shown,
  };
};

export const actionsField = '__actions';

/** The column with the buttons of each row. */
export const actionsColumn = <Row extends object>(width: number): GridColumn<Row> => ({
  ...noMenu,
  field: actionsField,
  headerName: 'Actions',
  width,
  sortable: false,
  align: 'right',
  headerAlign: 'right',
  content: (row) => <ActionsCell row={row} />,
});

/** What the grid's own column of check boxes takes from us. */
export const checkboxColumn: NonNullable<DataGridProps['checkboxColDef']> & CellContent = {
  content: (_, rowId, tabIndex) => <DataGridCheckbox rowId={rowId} tabIndex={tabIndex} />,
  hasControl: true,
};
