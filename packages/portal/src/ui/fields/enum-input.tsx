import { enumOptions, type Enumeration } from '../../lib/enumerations.ts';
import type { FieldProps } from './field-frame.tsx';
import { SelectInput } from './select-input.tsx';

interface EnumInputProps extends FieldProps {
  readonly enumeration: Enumeration | undefined;
  /** How the value travels; as a number unless said. */
  readonly wire?: 'names' | 'numbers';
  /** Names that are not offered. */
  readonly without?: readonly string[];
  readonly none?: string;
}

/** One of an enumeration; a value that it does not have reads "unknown". A field without an enumeration is a fault. */
export const EnumInput = ({ enumeration, wire = 'numbers', without = [], ...props }: EnumInputProps) => (
  <SelectInput {...props} options={enumOptions(enumeration, wire).filter(({ label }) => !without.includes(label))} />
);
