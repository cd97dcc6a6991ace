import type { FieldProps } from './field-frame.tsx';
import { monospace } from '../theme/theme.ts';
import { TextBox } from './text-box.tsx';

/** An id as people paste it: without the braces, quotes and blanks that stood around it, in small letters. */
const normal = (text: string): string => text.replaceAll(/[\s{}()"']/g, '').toLowerCase();

/** A GUID; the form's schema says which kinds it takes. */
export const GuidInput = (props: FieldProps) => (
  <TextBox
    {...props}
    settle={normal}
    box={{ sx: { '& input': { fontFamily: monospace, fontSize: 13 } } }}
    input={{ spellCheck: false, placeholder: 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx' }}
  />
);
