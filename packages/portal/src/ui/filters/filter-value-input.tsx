import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import dayjs from 'dayjs';
import type { KeyboardEvent } from 'react';
import { meValue } from '@cfs/contracts/shipped-views';
import Button from '@mui/material/Button';
import { FilterChecklist } from './filter-checklist.tsx';
import { valueField, type FilterValueInputProps } from './filter-value-field.ts';

const commonProps = { autoFocus: true, fullWidth: true, label: 'Value', name: valueField } as const;

/** The format of `datetime-local`, in the local time zone. */
const localForm = 'YYYY-MM-DDTHH:mm';

/** The value while the browser reports `badInput`; invalid in every filter. */
const incompleteTime = '?';

const readTime = ({ value, validity }: HTMLInputElement): readonly string[] => {
  if (validity.badInput) return [incompleteTime];
  if (value === '') return [];
  // Not by dayjs, which parses the year 0002 (the first typed digit of 2027) as 1902. Offsets that old have seconds.
  return [new Date(value).toISOString().replace(/(:00)?\.000Z$/, 'Z')];
};

const DateTimeValue = ({ values: [value], error, onChange }: FilterValueInputProps) => (
  <TextField
    {...commonProps}
    type="datetime-local"
    value={value && value !== incompleteTime ? dayjs(value).format(localForm) : ''}
    onChange={({ target }) => onChange(readTime(target as HTMLInputElement))}
    error={error !== undefined}
    helperText={error}
    slotProps={{
      inputLabel: { shrink: true },
      htmlInput: {
        // Browsers send no change event for `badInput`.
        onKeyUp: ({ currentTarget }: KeyboardEvent<HTMLInputElement>) => onChange(readTime(currentTarget)),
      },
    }}
  />
);

const BooleanValue = ({ values: [value], error, onChange }: FilterValueInputProps) => (
  <TextField
    {...commonProps}
    select
    value={value ?? 'true'}
    onChange={({ target }) => onChange([target.value])}
    error={error !== undefined}
    helperText={error}
  >
    <MenuItem value="true">Yes</MenuItem>
    <MenuItem value="false">No</MenuItem>
  </TextField>
);

const TypedValue = ({ filter, values: [value = ''], error, onChange }: FilterValueInputProps) => (
  <TextField
    {...commonProps}
    value={value}
    onChange={({ target }) => onChange([filter.kind === 'text' ? target.value : target.value.trim()])}
    error={error !== undefined}
    helperText={error}
    slotProps={{ htmlInput: { inputMode: filter.kind === 'number' ? 'decimal' : 'text', maxLength: 200 } }}
  />
);

const PersonValue = ({ operator, values, error, onChange }: FilterValueInputProps) => (
  <TextField
    {...commonProps}
    value={values[0] ?? ''}
    onChange={({ target }) => onChange([target.value])}
    error={error !== undefined}
    helperText={error}
    placeholder="Mail address"
    slotProps={{
      htmlInput: { maxLength: 320 },
      input: {
        endAdornment: (operator === 'is' || operator === 'not') && (
          <Button size="small" aria-pressed={values[0] === meValue} onClick={() => onChange([meValue])}>
            Me
          </Button>
        ),
      },
    }}
  />
);

const inputs = {
  text: TypedValue,
  person: PersonValue,
  involved: PersonValue,
  number: TypedValue,
  guid: TypedValue,
  dateTime: DateTimeValue,
  boolean: BooleanValue,
  enumeration: FilterChecklist,
  choice: FilterChecklist,
  tenant: FilterChecklist,
} as const;

/** The value input of a filter, by the kind of its column. */
export const FilterValueInput = (props: FilterValueInputProps) => {
  const Input = inputs[props.filter.kind];
  return <Input {...props} />;
};
