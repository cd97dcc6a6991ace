import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { shownText, useField } from './use-field.ts';

interface TextBoxProps extends FieldProps {
  /** What the box shows of the form's value. */
  readonly shown?: (value: unknown) => string;
  /** What the form takes of the typed text; the text itself unless said. */
  readonly read?: (text: string) => unknown;
  /** What becomes of the text when the person leaves the box. */
  readonly settle?: (text: string) => string;
  /** How the value reads elsewhere, such as where two people's edits meet; as in the box unless said. */
  readonly describe?: (value: unknown) => string;
  readonly box?: Pick<TextFieldProps, 'type' | 'multiline' | 'minRows' | 'maxRows' | 'autoComplete' | 'sx'>;
  readonly input?: InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement>;
  /** Inside the box, at its end. */
  readonly end?: ReactNode;
  /** Below the box, from the text that stands in it. */
  readonly below?: (text: string) => ReactNode;
}

/** A box that a person types into: what all fields of text, numbers, times and ids have in common. */
export const TextBox = (textBox: TextBoxProps) => {
  const { shown = shownText, read, settle, describe = shown, box, input, end, below, ...props } = textBox;
  const { field, error, inputId, isDisabled, aria } = useField(props, describe);
  const { name: _name, disabled: _disabled, ...frame } = props;
  const { ref, value, onChange, onBlur, ...bound } = field;
  const text = shown(value);
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <TextField
        {...bound}
        autoComplete="off"
        {...box}
        id={inputId}
        inputRef={ref}
        value={text}
        onChange={(event) => onChange(read ? read(event.target.value) : event.target.value)}
        onBlur={() => {
          if (settle && settle(text) !== text) onChange(settle(text));
          onBlur();
        }}
        hiddenLabel
        fullWidth
        disabled={isDisabled}
        required={props.required ?? false}
        error={error !== undefined}
        slotProps={{ htmlInput: { ...input, ...aria }, ...(end ? { input: { endAdornment: end } } : {}) }}
      />
      {below?.(text)}
    </FieldFrame>
  );
};
