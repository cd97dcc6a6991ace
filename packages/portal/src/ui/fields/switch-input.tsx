import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { FieldProps } from './field-frame.tsx';
import { useField } from './use-field.ts';

const describe = (value: unknown): string => (value ? 'Yes' : 'No');

export const SwitchInput = (props: FieldProps) => {
  const { field, isDisabled } = useField(props, describe);
  const { ref, value, ...bound } = field;
  return (
    <FormControlLabel
      label={props.label}
      disabled={isDisabled}
      sx={{ '& .MuiFormControlLabel-label': { fontSize: 13 } }}
      control={<Switch {...bound} size="small" checked={Boolean(value)} slotProps={{ input: { ref } }} />}
    />
  );
};
