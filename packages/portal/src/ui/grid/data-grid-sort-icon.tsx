import { gridClasses, useGridApiContext, type GridSlotProps } from '@mui/x-data-grid';
import { memo } from 'react';

const up = 'M4 12l1.41 1.41L11 7.83V20h2V7.83l5.58 5.59L20 12l-8-8-8 8z';
const down = 'M20 12l-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8 8-8z';

const SortIcon = ({ field, direction, disabled }: GridSlotProps['columnHeaderSortIcon']) => {
  const label = `Sort by ${useGridApiContext().current.getColumn(field)?.headerName ?? field}`;
  return (
    <div className={gridClasses.iconButtonContainer}>
      <button
        type="button"
        className={gridClasses.sortButton}
        tabIndex={-1}
        aria-label={label}
        title={label}
        disabled={disabled ?? false}
      >
        <svg className={gridClasses.sortIcon} viewBox="0 0 24 24" aria-hidden>
          <path d={direction === 'desc' ? down : up} />
        </svg>
      </button>
    </div>
  );
};

/** The sort arrow of a column header. Plain SVG, because every column renders one. */
export const DataGridSortIcon = memo(
  SortIcon,
  (before, now) => before.field === now.field && before.direction === now.direction && before.disabled === now.disabled,
);
