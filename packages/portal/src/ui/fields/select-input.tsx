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
  /** The label of an empty option; there is none without it. */
  readonly emptyLabel?: string;
  /** Shows an unlisted value, such as the name of a group, as it is; otherwise it reads "unknown". */
  readonly allowsUnlisted?: boolean;
  readonly onSelect?: (value: string | number | null) => void;
}

/** A select; the value of the empty option is `null`. */
export const SelectInput = ({ options, emptyLabel, allowsUnlisted = false, onSelect, ...props }: SelectInputProps) => {
  const labelOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return emptyLabel ?? '';
    const known = options.find((option) => option.value === value);
    return known?.label ?? (allowsUnlisted && typeof value === 'string' ? value : shellTexts.unknownValue);
  };
  const { field, error, inputId, isDisabled, aria } = useField(props, labelOf);
  const { name: _name, disabled: _disabled, ...frame } = props;
  const { ref, value, onChange, ...bound } = field;
  const chosen = typeof value === 'string' || typeof value === 'number' ? value : '';
  const isKnown = chosen === '' || options.some((option) => option.value === chosen);
  // An unlisted value becomes an option once the options are loaded.
  const isUnlisted = !isKnown && options.length > 0;
  const offered = isUnlisted ? [...options, { value: chosen, label: labelOf(chosen) }] : options;
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <TextField
        {...bound}
        id={inputId}
        inputRef={ref}
        select
        value={isKnown || isUnlisted ? chosen : ''}
        onChange={(event) => {
          const chosen = event.target.value === '' ? null : event.target.value;
          onChange(chosen);
          onSelect?.(chosen);
        }}
        hiddenLabel
        fullWidth
        disabled={isDisabled}
        error={error !== undefined}
        slotProps={{
          select: { labelId: labelIdOf(inputId), displayEmpty: emptyLabel !== undefined, SelectDisplayProps: aria },
        }}
      >
        {emptyLabel !== undefined && <MenuItem value="">{emptyLabel}</MenuItem>}
        {offered.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </TextField>
    </FieldFrame>
  );
};
