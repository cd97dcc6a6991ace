import InputAdornment from '@mui/material/InputAdornment';
import type { FieldProps } from './field-frame.tsx';
import { TextBox } from './text-box.tsx';

interface NumberInputProps extends FieldProps {
  readonly min?: number;
  readonly max?: number;
  /** Stands behind the number: `s`, `%`. */
  readonly unit?: string;
}

const read = (text: string): number | null => (text === '' ? null : Number(text));

/** A number; an empty input is `null` in the form. */
export const NumberInput = ({ min, max, unit, ...props }: NumberInputProps) => (
  <TextBox
    {...props}
    read={read}
    unfinished="Please enter a number."
    box={{ type: 'number' }}
    input={{ min, max, inputMode: 'numeric' }}
    end={unit && <InputAdornment position="end">{unit}</InputAdornment>}
  />
);
