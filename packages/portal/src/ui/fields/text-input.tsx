import { CharacterCount } from './character-count.tsx';
import type { FieldProps } from './field-frame.tsx';
import { TextBox } from './text-box.tsx';

interface TextInputProps extends FieldProps {
  /** More than one: a text area. */
  readonly rows?: number;
  /** The maximum length, shown as a progress bar. */
  readonly limit?: number;
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  readonly autoComplete?: string;
}

/** A single-line text or a text area. */
export const TextInput = ({ rows, limit, type = 'text', autoComplete = 'off', ...props }: TextInputProps) => (
  <TextBox
    {...props}
    textField={{ type, autoComplete }}
    lines={rows ? { min: rows, max: rows * 3 } : undefined}
    {...(limit ? { below: (text) => <CharacterCount length={text.length} limit={limit} /> } : {})}
  />
);
