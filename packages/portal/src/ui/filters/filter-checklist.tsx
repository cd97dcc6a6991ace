import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { valueField, type FilterValueInputProps } from './filter-value-field.ts';
import { useFilterOptions } from './use-filter-options.ts';

/** Above this number of options, a text input filters them. */
const maxOptionsWithoutSearch = 10;

/** Multiple choice among the values of a column. */
export const FilterChecklist = ({ filter, values, error, onChange }: FilterValueInputProps) => {
  const [typed, setTyped] = useState('');
  const options = useFilterOptions(filter);
  const part = typed.trim().toLowerCase();
  const offered = options.filter((option) => option.label.toLowerCase().includes(part));
  const toggle = (value: string, isChosen: boolean): void =>
    onChange(isChosen ? [...values, value] : values.filter((one) => one !== value));
  return (
    <FormControl component="fieldset" error={error !== undefined}>
      <FormLabel component="legend" sx={{ fontSize: 12 }}>
        Value
      </FormLabel>
      {options.length > maxOptionsWithoutSearch && (
        <TextField
          fullWidth
          hiddenLabel
          placeholder="Find"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { 'aria-label': 'Find a value' } }}
          sx={{ my: 1 }}
        />
      )}
      <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: 264, overflow: 'auto', pl: 1 }}>
        {offered.map(({ value, label }) => (
          <FormControlLabel
            key={value}
            label={label}
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                name={valueField}
                sx={{ p: 1 }}
                checked={values.includes(String(value))}
                onChange={(_, isChosen) => toggle(String(value), isChosen)}
              />
            }
          />
        ))}
      </Box>
      {error && <FormHelperText role="alert">{error}</FormHelperText>}
    </FormControl>
  );
};
