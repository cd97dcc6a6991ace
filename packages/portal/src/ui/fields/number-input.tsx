import TextField from '@mui/material/TextField';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { shownText, useField } from './use-field.ts';

/** A number; an empty input is `null` in the form. */
export const NumberInput = ({ name, disabled = false, ...frame }: FieldProps) => {
  const { field, error, inputId, isReadOnly, aria } = useField(name);
  const { ref, value, onChange, ...bound } = field;
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <TextField
        {...bound}
        id={inputId}
        inputRef={ref}
        type="number"
        value={shownText(value)}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        hiddenLabel
        fullWidth
        disabled={disabled || isReadOnly}
        error={error !== undefined}
        slotProps={{ htmlInput: { ...aria, inputMode: 'numeric' } }}
      />
    </FieldFrame>
  );
};
