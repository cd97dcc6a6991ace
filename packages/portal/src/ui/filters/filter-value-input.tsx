import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import dayjs from 'dayjs';
import type { KeyboardEvent } from 'react';
import { FilterChecklist } from './filter-checklist.tsx';
import { valueField, type FilterValueInputProps } from './filter-value-field.ts';

/** Opened by a person who wants to enter just this, so it takes the focus. */
const focused = { autoFocus: true, fullWidth: true, label: 'Value', name: valueField } as const;

/** What the browser's input takes, in the person's own zone. */
const localForm = 'YYYY-MM-DDTHH:mm';

/** Stands for the beginning of a time, which no filter takes. */
const beginning = '?';

const readTime = ({ value, validity }: HTMLInputElement): readonly string[] => {
  if (validity.badInput) return [beginning];
  if (value === '') return [];
  return [
    dayjs(value)
      .toISOString()
      .replace(/:\d\d\.\d+Z$/, 'Z'),
  ];
};

const DateTimeValue = ({ values: [value], fault, onChange }: FilterValueInputProps) => (
  <TextField
    {...focused}
    type="datetime-local"
    value={value && value !== beginning ? dayjs(value).format(localForm) : ''}
    onChange={({ target }) => onChange(readTime(target as HTMLInputElement))}
    error={fault !== undefined}
    helperText={fault}
    slotProps={{
      inputLabel: { shrink: true },
      htmlInput: {
        // The browser sends no change for what it cannot read yet.
        onKeyUp: ({ currentTarget }: KeyboardEvent<HTMLInputElement>) => onChange(readTime(currentTarget)),
      },
    }}
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
  enumeration: FilterChecklist,
  tenant: FilterChecklist,
} as const;

/** The value of a filter, entered as its column's kind asks for. */
export const FilterValueInput = (props: FilterValueInputProps) => {
  const Input = inputs[props.filter.kind];
  return <Input {...props} />;
};
