import type { FieldProps } from './field-frame.tsx';
import { monospace } from '../theme/theme.ts';
import { TextBox } from './text-box.tsx';

/** Removes braces, quotes and white space of a pasted id; lower case. */
const normalize = (text: string): string => text.replaceAll(/[\s{}()"']/g, '').toLowerCase();

/** A GUID; the form's schema validates it. */
export const GuidInput = (props: FieldProps) => (
  <TextBox
    {...props}
    normalize={normalize}
    textField={{ sx: { '& input': { fontFamily: monospace, fontSize: 13 } } }}
    htmlInput={{ spellCheck: false, placeholder: 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx' }}
  />
);
