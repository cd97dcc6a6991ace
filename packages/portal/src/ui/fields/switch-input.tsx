import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { FieldProps } from './field-frame.tsx';
import { useField } from './use-field.ts';

export const SwitchInput = ({ name, label, disabled = false }: FieldProps) => {
  const { field, isReadOnly } = useField(name);
  const { ref, value, ...bound } = field;
  return (
    <FormControlLabel
      label={label}
      disabled={disabled || isReadOnly}
      sx={{ '& .MuiFormControlLabel-label': { fontSize: 13 } }}
      control={<Switch {...bound} size="small" checked={Boolean(value)} slotProps={{ input: { ref } }} />}
    />
  );
};
