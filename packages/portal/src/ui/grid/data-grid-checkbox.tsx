import { useGridApiContext, useGridSelector, type GridRowId } from '@mui/x-data-grid';
import type { KeyboardEvent } from 'react';
import { RowCheckbox } from './row-checkbox.tsx';

/** The grid would handle Space as page down. */
const keepSpace = (event: KeyboardEvent): void => {
  if (event.key === ' ') event.stopPropagation();
};

interface DataGridCheckboxProps {
  readonly rowId: GridRowId;
  readonly tabIndex: 0 | -1;
}

/** Selects a row of a grid, with Shift a range. */
export const DataGridCheckbox = ({ rowId, tabIndex }: DataGridCheckboxProps) => {
  const grid = useGridApiContext();
  const isChosen = useGridSelector(grid, () => grid.current.isRowSelected(rowId));
  return (
    <RowCheckbox
      label={grid.current.getLocaleText(isChosen ? 'checkboxSelectionUnselectRow' : 'checkboxSelectionSelectRow')}
      isSelected={isChosen}
      onChange={(event) =>
        grid.current.publishEvent('rowSelectionCheckboxChange', { value: event.target.checked, id: rowId }, event)
      }
      onKeyDown={keepSpace}
      tabIndex={tabIndex}
    />
  );
};
