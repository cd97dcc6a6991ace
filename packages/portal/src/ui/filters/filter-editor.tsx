import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import {
  conditionError,
  operatorsOf,
  operatorText,
  takesValue,
  type ColumnFilter,
  type Condition,
  type Operator,
} from '../../lib/lists/column-filter.ts';
import { valueField } from './filter-value-field.ts';
import { FilterValueInput } from './filter-value-input.tsx';

interface FilterEditorProps {
  readonly anchor: HTMLElement;
  readonly filters: readonly ColumnFilter[];
  /** The edited condition; `undefined` for a new one. */
  readonly condition: Condition | undefined;
  readonly onApply: (condition: Condition) => void;
  readonly onClose: () => void;
}

const blank = (filter: ColumnFilter): Condition => ({
  path: filter.path,
  operator: operatorsOf(filter.kind)[0] ?? 'is',
  values: filter.kind === 'boolean' ? ['true'] : [],
});

/** Edits column, operator and value of one filter; validated on Apply. */
export const FilterEditor = ({ anchor, filters, condition, onApply, onClose }: FilterEditorProps) => {
  const [first] = filters;
  const [draft, setDraft] = useState(condition ?? (first && blank(first)));
  const [isChecked, setChecked] = useState(false);
  const filter = filters.find(({ path }) => path === draft?.path);
  if (!draft || !filter) return null;
  const error = conditionError(filter, draft);
  const choose = (path: string): void => {
    const chosen = filters.find((one) => one.path === path);
    if (chosen) setDraft(blank(chosen));
    setChecked(false);
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          variant: 'outlined',
          role: 'dialog',
          'aria-label': condition ? 'Change filter' : 'Add filter',
        },
      }}
    >
      <Box
        component="form"
        noValidate
        sx={{ display: 'flex', flexDirection: 'column', gap: 3, p: 4, width: 320, maxWidth: 'calc(100vw - 32px)' }}
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (error === undefined) onApply(takesValue(draft.operator) ? draft : { ...draft, values: [] });
          else event.currentTarget.querySelector<HTMLElement>(`[name="${valueField}"]`)?.focus();
        }}
      >
        <TextField select fullWidth label="Column" value={draft.path} onChange={(event) => choose(event.target.value)}>
          {filters.map(({ path, label }) => (
            <MenuItem key={path} value={path}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          fullWidth
          label="Operator"
          value={draft.operator}
          onChange={(event) => setDraft({ ...draft, operator: event.target.value as Operator })}
        >
          {operatorsOf(filter.kind).map((operator) => (
            <MenuItem key={operator} value={operator}>
              {operatorText(filter.kind, operator)}
            </MenuItem>
          ))}
        </TextField>
        {takesValue(draft.operator) && (
          <FilterValueInput
            key={filter.path}
            filter={filter}
            operator={draft.operator}
            values={draft.values}
            error={isChecked ? error : undefined}
            onChange={(values) => setDraft({ ...draft, values })}
          />
        )}
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained">
            Apply
          </Button>
        </Box>
      </Box>
    </Popover>
  );
};
