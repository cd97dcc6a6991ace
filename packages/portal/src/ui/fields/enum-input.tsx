import { enumOptions, type Enumeration } from '../../lib/texts/enumerations.ts';
import type { FieldProps } from './field-frame.tsx';
import { SelectInput } from './select-input.tsx';

interface EnumInputProps extends FieldProps {
  readonly enumeration: Enumeration | undefined;
  /** How the value is serialized; as a number by default. */
  readonly wire?: 'names' | 'numbers';
  /** Names that are not options. */
  readonly excluded?: readonly string[];
  /** The label of an empty option; there is none without it. */
  readonly emptyLabel?: string;
}

/** A value of an enumeration; an undeclared value reads "unknown". Throws without an enumeration. */
export const EnumInput = ({ enumeration, wire = 'numbers', excluded = [], ...props }: EnumInputProps) => (
  <SelectInput
    {...props}
    options={enumOptions(enumeration, wire).filter(
      ({ value }) => !excluded.some((name) => name === value || enumeration?.[name] === value),
    )}
  />
);
