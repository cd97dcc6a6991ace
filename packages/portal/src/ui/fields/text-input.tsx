import TextField from '@mui/material/TextField';
import { CharacterCount } from './character-count.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { shownText, useField } from './use-field.ts';

interface TextInputProps extends FieldProps {
  /** More than one makes it a text area. */
  readonly rows?: number;
  /** Shows how much of this many characters is used. */
  readonly limit?: number;
  readonly type?: 'text' | 'number' | 'email' | 'tel' | 'datetime-local';
  readonly autoComplete?: string;
}

export const TextInput = ({
  name,
  disabled = false,
  rows,
  limit,
  type = 'text',
  autoComplete = 'off',
  ...frame
}: TextInputProps) => {
  const { field, error, inputId, isReadOnly, aria } = useField(name);
  const { ref, value, ...bound } = field;
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <TextField
        {...bound}
        id={inputId}
        inputRef={ref}
        value={shownText(value)}
        type={type}
        hiddenLabel
        fullWidth
        disabled={disabled || isReadOnly}
        required={frame.required ?? false}
        error={error !== undefined}
        autoComplete={autoComplete}
        {...(rows ? { multiline: true, minRows: rows, maxRows: rows * 3 } : {})}
        slotProps={{ htmlInput: aria }}
      />
      {limit && <CharacterCount length={shownText(value).length} limit={limit} />}
    </FieldFrame>
  );
};
