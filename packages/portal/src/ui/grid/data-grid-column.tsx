import type { DataGridProps, GridColDef, GridRowId } from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import type { Column } from './data-table-column.ts';
import { DataGridCheckbox } from './data-grid-checkbox.tsx';
import { visuallyHidden } from '../text/visually-hidden.ts';
import { ActionsCell, OpenCell } from './row-handlers.tsx';

/** The extension of `GridColDef` that data-grid-cell.tsx renders. */
export interface CellContent<Row extends object = object> {
  /** Renders a cell. `tabIndex` is for a control that replaces the cell in the tab order. */
  readonly content: (row: Row, rowId: GridRowId, tabIndex: 0 | -1) => ReactNode;
  /** Its cells contain such a control. */
  readonly hasControl?: boolean;
}

export type GridColumn<Row extends object> = GridColDef<Row> & CellContent<Row>;

const noMenu = { filterable: false, disableColumnMenu: true } as const;

/** Converts a list column to a grid column. */
export const gridColumn = <Row extends object>(column: Column<Row>): GridColumn<Row> => {
  const { field, header, value, render, isLink, sortable = true, flex, width, minWidth, align = 'left' } = column;
  const text = (row: Row): string => String(value(row) ?? '');
  const shown = (row: Row): ReactNode => {
    const rendered = render?.(row);
    return rendered === undefined ? text(row) : rendered;
  };
  return {
    ...noMenu,
    field,
    headerName: header,
    sortable,
    align,
    headerAlign: align,
    ...(width === undefined ? { flex: flex ?? 1, minWidth: minWidth ?? 96 } : { width }),
    // Used by copy to clipboard.
    valueGetter: (_, row) => value(row) ?? '',
    content: isLink ? (row) => <OpenCell row={row} text={text(row)} /> : shown,
  };
};

export const actionsField = '__actions';

/** In CSS pixels; a narrower column has no room for its heading. */
const headingWidth = 80;

const HiddenHeading = () => <span style={visuallyHidden}>Actions</span>;

/** The column of row actions. */
export const actionsColumn = <Row extends object>(width: number): GridColumn<Row> => ({
  ...noMenu,
  field: actionsField,
  headerName: 'Actions',
  ...(width < headingWidth ? { renderHeader: HiddenHeading, minWidth: width } : {}),
  width,
  sortable: false,
  align: 'right',
  headerAlign: 'right',
  content: (row) => <ActionsCell row={row} />,
});

/** Overrides of the grid's checkbox column. */
export const checkboxColumn: NonNullable<DataGridProps['checkboxColDef']> & CellContent = {
  content: (_, rowId, tabIndex) => <DataGridCheckbox rowId={rowId} tabIndex={tabIndex} />,
  hasControl: true,
};
