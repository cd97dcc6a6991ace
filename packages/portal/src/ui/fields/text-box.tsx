import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { InputHTMLAttributes, KeyboardEvent, ReactNode } from 'react';
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
  /** Said of a box that holds the beginning of a value and nothing more, such as a day without its hour. */
  readonly unfinished?: string;
}

type Box = HTMLInputElement | HTMLTextAreaElement;

/** Stands in the form for the beginning of a value: the browser tells nothing of it, and no schema takes this. */
const beginning = 'beginning of a value';

/** A box that a person types into: what all fields of text, numbers, times and ids have in common. */
export const TextBox = (textBox: TextBoxProps) => {
  const { shown = shownText, read, settle, describe = shown, box, input, end, below, unfinished, ...props } = textBox;
  const { field, error, inputId, isDisabled, aria } = useField(props, describe);
  const { name: _name, disabled: _disabled, ...frame } = props;
  const { ref, value, onChange, onBlur, ...bound } = field;
  const isUnfinished = value === beginning;
  const text = isUnfinished ? '' : shown(value);
  const isBeginning = ({ validity }: Box): boolean => unfinished !== undefined && validity.badInput;
  const take = (typed: Box): void => {
    if (isBeginning(typed)) onChange(beginning);
    else onChange(read ? read(typed.value) : typed.value);
  };
  /** The browser sends no change for what it cannot read yet. */
  const takeBeginning = (typed: Box): void => {
    if (isBeginning(typed) !== isUnfinished) take(typed);
  };
  return (
    <FieldFrame inputId={inputId} error={error && isUnfinished ? unfinished : error} {...frame}>
      <TextField
        {...bound}
        autoComplete="off"
        {...box}
        id={inputId}
        inputRef={ref}
        value={text}
        onChange={(event) => take(event.target)}
        onBlur={(event) => {
          takeBeginning(event.target);
          if (settle && settle(text) !== text) onChange(settle(text));
          onBlur();
        }}
        hiddenLabel
        fullWidth
        disabled={isDisabled}
        required={props.required ?? false}
        error={error !== undefined}
        slotProps={{
          htmlInput: { ...input, ...aria, onKeyUp: (event: KeyboardEvent<Box>) => takeBeginning(event.currentTarget) },
          ...(end ? { input: { endAdornment: end } } : {}),
        }}
      />
      {below?.(text)}
    </FieldFrame>
  );
};
