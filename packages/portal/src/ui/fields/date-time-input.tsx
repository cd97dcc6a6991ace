import TextField from '@mui/material/TextField';
import dayjs from 'dayjs';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useField } from './use-field.ts';

const localForm = 'YYYY-MM-DDTHH:mm';

/** A moment in the person's own zone; ISO 8601 in UTC in the form, `null` when empty. */
export const DateTimeInput = ({ name, disabled = false, ...frame }: FieldProps) => {
  const { field, error, inputId, isReadOnly, aria } = useField(name);
  const { ref, value, onChange, ...bound } = field;
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <TextField
        {...bound}
        id={inputId}
        inputRef={ref}
        type="datetime-local"
        value={typeof value === 'string' && value !== '' ? dayjs(value).format(localForm) : ''}
        onChange={(event) => onChange(event.target.value === '' ? null : dayjs(event.target.value).toISOString())}
        hiddenLabel
        fullWidth
        disabled={disabled || isReadOnly}
        error={error !== undefined}
        slotProps={{ htmlInput: aria }}
      />
    </FieldFrame>
  );
};
