import InputAdornment from '@mui/material/InputAdornment';
import type { FieldProps } from './field-frame.tsx';
import { TextBox } from './text-box.tsx';

interface NumberInputProps extends FieldProps {
  readonly min?: number;
  readonly max?: number;
  /** The unit after the number: `s`, `%`. */
  readonly unit?: string;
}

const parse = (text: string): number | null => (text === '' ? null : Number(text));

/** A number; the value of an empty input is `null`. */
export const NumberInput = ({ min, max, unit, ...props }: NumberInputProps) => (
  <TextBox
    {...props}
    parse={parse}
    incompleteMessage="Please enter a number."
    textField={{ type: 'number' }}
    htmlInput={{ min, max, inputMode: 'numeric' }}
    endAdornment={unit && <InputAdornment position="end">{unit}</InputAdornment>}
  />
);
