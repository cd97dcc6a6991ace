import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { shellTexts } from '@cfs/contracts/shell-texts';
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
  /** A value that is not offered stands for itself, as the name of a group does; otherwise it reads "unknown". */
  readonly isOpen?: boolean;
  readonly onChosen?: (value: string | number | null) => void;
}

/** One of a few values; the empty choice is `null` in the form. */
export const SelectInput = ({ options, none, isOpen = false, onChosen, ...props }: SelectInputProps) => {
  const labelOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return none ?? '';
    const known = options.find((option) => option.value === value);
    return known?.label ?? (isOpen && typeof value === 'string' ? value : shellTexts.unknownValue);
  };
  const { field, error, inputId, isDisabled, aria } = useField(props, labelOf);
  const { name: _name, disabled: _disabled, ...frame } = props;
  const { ref, value, onChange, ...bound } = field;
  const chosen = typeof value === 'string' || typeof value === 'number' ? value : '';
  const isKnown = chosen === '' || options.some((option) => option.value === chosen);
  // A value that is not offered still shows, once the options have arrived.
  const isForeign = !isKnown && options.length > 0;
  const offered = isForeign ? [...options, { value: chosen, label: labelOf(chosen) }] : options;
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
        disabled={isDisabled}
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
