import Chip from '@mui/material/Chip';
import type { ColumnFilter, Condition } from '../../lib/lists/column-filter.ts';
import { conditionText } from './filter-labels.ts';
import { useFilterOptions } from './use-filter-options.ts';

interface FilterChipProps {
  readonly filter: ColumnFilter;
  readonly condition: Condition;
  readonly onEdit: (anchor: HTMLElement) => void;
  readonly onRemove: () => void;
}

/** A filter as a chip: a click edits it, its icon removes it. */
export const FilterChip = ({ filter, condition, onEdit, onRemove }: FilterChipProps) => {
  const text = conditionText(filter, useFilterOptions(filter), condition);
  return (
    <Chip
      label={text}
      title={text}
      onClick={(event) => onEdit(event.currentTarget)}
      onDelete={onRemove}
      aria-haspopup="dialog"
      sx={{ maxWidth: 260 }}
    />
  );
};
