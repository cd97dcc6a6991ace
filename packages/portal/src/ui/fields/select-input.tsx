import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { FieldFrame, labelIdOf, type FieldProps } from './field-frame.tsx';
import { useField } from './use-field.ts';

export interface Option {
  readonly value: string | number;
  readonly label: string;
}

interface SelectInputProps extends FieldProps {
  readonly options: readonly Option[];
  /** Offers an empty choice with this label. */
  readonly none?: string;
  readonly onChosen?: (value: string | number | null) => void;
}

/** One of a few values; the empty choice is `null` in the form. */
export const SelectInput = ({ name, disabled = false, options, none, onChosen, ...frame }: SelectInputProps) => {
  const { field, error, inputId, isReadOnly, aria } = useField(name);
  const { ref, value, onChange, ...bound } = field;
  const chosen = typeof value === 'string' || typeof value === 'number' ? value : '';
  const isKnown = chosen === '' || options.some((option) => option.value === chosen);
  // A value that is no longer offered still shows, once the options have arrived.
  const isForeign = !isKnown && options.length > 0;
  const offered = isForeign ? [...options, { value: chosen, label: String(chosen) }] : options;
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <TextField
        {...bound}
        id={inputId}
        inputRef={ref}
        select
        value={isKnown || isForeign ? chosen : ''}
        onChange={(event) => {
          const chosen = event.target.value === '' ? null : event.target.value;
          onChange(chosen);
          onChosen?.(chosen);
        }}
        hiddenLabel
        fullWidth
        disabled={disabled || isReadOnly}
        error={error !== undefined}
        slotProps={{
          select: { labelId: labelIdOf(inputId), displayEmpty: none !== undefined, SelectDisplayProps: aria },
        }}
      >
        {none !== undefined && <MenuItem value="">{none}</MenuItem>}
        {offered.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </TextField>
    </FieldFrame>
  );
};
