import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { InputHTMLAttributes, KeyboardEvent, ReactNode } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { growingText, type Lines } from './growing-text.ts';
import { shownText, useField } from './use-field.ts';

interface TextBoxProps extends FieldProps {
  /** Formats the form value as text. */
  readonly format?: (value: unknown) => string;
  /** Parses the text into the form value; the text itself by default. */
  readonly parse?: (text: string) => unknown;
  /** Normalizes the text on blur. */
  readonly normalize?: (text: string) => string;
  /** Formats the value for messages about the form, such as a conflict; `format` by default. */
  readonly describe?: (value: unknown) => string;
  readonly textField?: Pick<TextFieldProps, 'type' | 'autoComplete' | 'sx'>;
  /** Makes it a text area. */
  readonly lines?: Lines | undefined;
  readonly htmlInput?: InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement>;
  readonly endAdornment?: ReactNode;
  /** Rendered below the input, from its text. */
  readonly below?: (text: string) => ReactNode;
  /** The error of a partial value that the browser cannot parse (`badInput`), such as a date without a time. */
  readonly incompleteMessage?: string;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** The form value while the browser reports `badInput`; every schema rejects it. */
const incompleteValue = 'incomplete value';

/** The base of all text inputs: text, numbers, times and ids. */
export const TextBox = (textBox: TextBoxProps) => {
  const {
    format = shownText,
    parse,
    normalize,
    describe = format,
    textField,
    lines,
    htmlInput,
    endAdornment,
    below,
    incompleteMessage,
    ...props
  } = textBox;
  const { field, error, inputId, isDisabled, aria } = useField(props, describe);
  const { name: _name, disabled: _disabled, ...frame } = props;
  const { ref, value, onChange, onBlur, ...bound } = field;
  const area = lines && growingText(lines);
  const isIncomplete = value === incompleteValue;
  const text = isIncomplete ? '' : format(value);
  const isUnparsable = ({ validity }: TextElement): boolean => incompleteMessage !== undefined && validity.badInput;
  const handleInput = (typed: TextElement): void => {
    if (isUnparsable(typed)) onChange(incompleteValue);
    else onChange(parse ? parse(typed.value) : typed.value);
  };
  /** Browsers send no change event for `badInput`. */
  const handleUnparsableInput = (typed: TextElement): void => {
    if (isUnparsable(typed) !== isIncomplete) handleInput(typed);
  };
  return (
    <FieldFrame inputId={inputId} error={error && isIncomplete ? incompleteMessage : error} {...frame}>
      <TextField
        {...bound}
        autoComplete="off"
        {...textField}
        id={inputId}
        inputRef={ref}
        value={text}
        onChange={(event) => handleInput(event.target)}
        onBlur={(event) => {
          handleUnparsableInput(event.target);
          if (normalize && normalize(text) !== text) onChange(normalize(text));
          onBlur();
        }}
        hiddenLabel
        fullWidth
        disabled={isDisabled}
        required={props.required ?? false}
        error={error !== undefined}
        slotProps={{
          htmlInput: {
            ...area?.htmlInput,
            ...htmlInput,
            ...aria,
            onKeyUp: (event: KeyboardEvent<TextElement>) => handleUnparsableInput(event.currentTarget),
          },
          input: { ...area?.input, ...(endAdornment ? { endAdornment } : {}) },
        }}
      />
      {below?.(text)}
    </FieldFrame>
  );
};
