import {
  gridClasses,
  gridFocusCellSelector,
  gridTabIndexCellSelector,
  useGridApiContext,
  useGridSelector,
  type GridCellCoordinates,
  type GridCellProps,
} from '@mui/x-data-grid';
import { memo, useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react';
import type { CellContent } from './data-grid-column.tsx';

const alignments = {
  left: gridClasses['cell--textLeft'],
  right: gridClasses['cell--textRight'],
  center: gridClasses['cell--textCenter'],
} as const;

const controlCell = `${gridClasses['cell--flex']} ${gridClasses.cellCheckbox}`;

/** A cell outside of the virtualized range that stays mounted because it has the focus. */
const collapsed: CSSProperties = { padding: 0, opacity: 0, width: 0, height: 0, border: 0 };

/**
 * Replaces the cell of the Data Grid. It supports neither editing nor spanning; rendering it takes a tenth of the time.
 * Memoized by row, column, position, width and visibility.
 */
const Cell = ({ column, row, rowId, align, colIndex, width, isNotVisible }: GridCellProps) => {
  const grid = useGridApiContext();
  const element = useRef<HTMLDivElement>(null);
  const { field, content, hasControl } = column as GridCellProps['column'] & CellContent;
  const focusState = useGridSelector(grid, () => {
    const isHere = (cell: GridCellCoordinates | null): boolean => cell?.id === rowId && cell.field === field;
    if (isHere(gridFocusCellSelector(grid))) return 'focus';
    return isHere(gridTabIndexCellSelector(grid)) ? 'tab stop' : 'elsewhere';
  });
  const hasFocus = focusState === 'focus';
  // Invisible cells are not in the tab order.
  const tabIndex = focusState === 'elsewhere' || isNotVisible ? -1 : 0;

  useLayoutEffect(() => {
    const cell = element.current;
    if (!hasFocus || !cell || cell.contains(document.activeElement)) return;
    (cell.querySelector<HTMLElement>('[tabindex="0"]') ?? cell).focus({ preventScroll: true });
  }, [hasFocus]);

  const publishMouse =
    (name: 'cellClick' | 'cellDoubleClick' | 'cellMouseDown' | 'cellMouseUp') =>
    (event: MouseEvent<HTMLElement>): void => {
      if (grid.current.getRow(rowId)) grid.current.publishEvent(name, grid.current.getCellParams(rowId, field), event);
    };
  const publishKey =
    (name: 'cellKeyDown' | 'cellKeyUp') =>
    (event: KeyboardEvent<HTMLElement>): void => {
      if (grid.current.getRow(rowId)) grid.current.publishEvent(name, grid.current.getCellParams(rowId, field), event);
    };
  const shown = content(row, rowId, tabIndex);
  return (
    <div
      ref={element}
      role="gridcell"
      className={`${gridClasses.cell} ${alignments[align]} ${hasControl ? controlCell : ''}`}
      data-field={field}
      data-colindex={colIndex}
      aria-colindex={colIndex + 1}
      tabIndex={hasControl ? -1 : tabIndex}
      title={typeof shown === 'string' ? shown : undefined}
      style={isNotVisible ? collapsed : ({ '--width': `${width}px` } as CSSProperties)}
      onClick={publishMouse('cellClick')}
      onDoubleClick={publishMouse('cellDoubleClick')}
      onMouseDown={publishMouse('cellMouseDown')}
      onMouseUp={publishMouse('cellMouseUp')}
      onKeyDown={publishKey('cellKeyDown')}
      onKeyUp={publishKey('cellKeyUp')}
    >
      {shown}
    </div>
  );
};

export const DataGridCell = memo(
  Cell,
  (before, now) =>
    before.row === now.row &&
    before.column === now.column &&
    before.width === now.width &&
    before.colIndex === now.colIndex &&
    before.isNotVisible === now.isNotVisible,
);
