import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import dayjs from 'dayjs';
import type { ColumnFilter, FilterOption } from '../lib/column-filter.ts';
import { useFilterOptions } from './use-filter-options.ts';

export interface FilterValueInputProps {
  readonly filter: ColumnFilter;
  readonly values: readonly string[];
  /** What is wrong with the values, once that should be said. */
  readonly fault: string | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** The form's name for the value. */
export const valueField = 'value';

/** Opened by a person who wants to enter just this, so it takes the focus. */
const focused = { autoFocus: true, fullWidth: true, label: 'Value', name: valueField } as const;

/** What the browser's input takes, in the person's own zone. */
const localForm = 'YYYY-MM-DDTHH:mm';

const DateTimeValue = ({ values: [value], fault, onChange }: FilterValueInputProps) => (
  <TextField
    {...focused}
    type="datetime-local"
    value={value ? dayjs(value).format(localForm) : ''}
    onChange={({ target }) =>
      onChange(
        target.value === ''
          ? []
          : [
              dayjs(target.value)
                .toISOString()
                .replace(/:\d\d\.\d+Z$/, 'Z'),
            ],
      )
    }
    error={fault !== undefined}
    helperText={fault}
    slotProps={{ inputLabel: { shrink: true } }}
  />
);

const BooleanValue = ({ values: [value], fault, onChange }: FilterValueInputProps) => (
  <TextField
    {...focused}
    select
    value={value ?? 'true'}
    onChange={({ target }) => onChange([target.value])}
    error={fault !== undefined}
    helperText={fault}
  >
    <MenuItem value="true">Yes</MenuItem>
    <MenuItem value="false">No</MenuItem>
  </TextField>
);

const SeveralValues = ({ filter, values, fault, onChange }: FilterValueInputProps) => {
  const options = useFilterOptions(filter);
  const chosen = values.map(
    (value): FilterOption => options.find((option) => String(option.value) === value) ?? { value, label: value },
  );
  return (
    <Autocomplete<FilterOption, true>
      multiple
      openOnFocus
      disableCloseOnSelect
      size="small"
      options={[...options]}
      value={chosen}
      onChange={(_, picked) => onChange(picked.map((option) => String(option.value)))}
      // Outside of the dialog, the options would be hidden from screen readers with the rest of the page.
      slotProps={{ popper: { disablePortal: true } }}
      getOptionLabel={(option) => option.label}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(option, value) => String(option.value) === String(value.value)}
      renderInput={(parts) => <TextField {...parts} {...focused} error={fault !== undefined} helperText={fault} />}
    />
  );
};

const TypedValue = ({ filter, values: [value = ''], fault, onChange }: FilterValueInputProps) => (
  <TextField
    {...focused}
    value={value}
    onChange={({ target }) => onChange([filter.kind === 'text' ? target.value : target.value.trim()])}
    error={fault !== undefined}
    helperText={fault}
    slotProps={{ htmlInput: { inputMode: filter.kind === 'number' ? 'decimal' : 'text', maxLength: 200 } }}
  />
);

const inputs = {
  text: TypedValue,
  number: TypedValue,
  guid: TypedValue,
  dateTime: DateTimeValue,
  boolean: BooleanValue,
  enumeration: SeveralValues,
  tenant: SeveralValues,
} as const;

/** The value of a filter, entered as its column's kind asks for. */
export const FilterValueInput = (props: FilterValueInputProps) => {
  const Input = inputs[props.filter.kind];
  return <Input {...props} />;
};
