import { CharacterCount } from './character-count.tsx';
import type { FieldProps } from './field-frame.tsx';
import { TextBox } from './text-box.tsx';

interface TextInputProps extends FieldProps {
  /** More than one makes it a text area. */
  readonly rows?: number;
  /** Shows how much of this many characters is used. */
  readonly limit?: number;
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  readonly autoComplete?: string;
}

/** A text of one line, or of several with a count of its characters. */
export const TextInput = ({ rows, limit, type = 'text', autoComplete = 'off', ...props }: TextInputProps) => (
  <TextBox
    {...props}
    box={{ type, autoComplete, ...(rows ? { multiline: true, minRows: rows, maxRows: rows * 3 } : {}) }}
    {...(limit ? { below: (text) => <CharacterCount length={text.length} limit={limit} /> } : {})}
  />
);
