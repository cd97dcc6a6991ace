import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { Option } from './select-input.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { shownText, useField } from './use-field.ts';

interface SearchInputProps extends FieldProps {
  readonly options: readonly Option[];
  /** Called as the person types, for options that the server searches. */
  readonly onType?: (text: string) => void;
  /** Takes what was typed even when no option matches. */
  readonly isFree?: boolean;
  /** Says that the options are on their way. */
  readonly isLoading?: boolean;
  /** Says that the options could not be searched. */
  readonly hasFailed?: boolean;
  readonly noOptionsText?: string;
}

/** Stands in the place of options that could not be searched. */
export const searchFailed = 'The search failed. Change the text to try again.';

/** One value out of many, found by typing. */
export const SearchInput = ({
  options,
  onType,
  isFree = false,
  isLoading = false,
  hasFailed = false,
  noOptionsText = 'No options',
  ...props
}: SearchInputProps) => {
  const { field, error, inputId, isDisabled, aria } = useField(props);
  const { name: _name, disabled: _disabled, ...frame } = props;
  const text = shownText(field.value);
  const chosen =
    options.find((option) => option.value === field.value) ?? (text === '' ? null : { value: text, label: text });
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <Autocomplete<Option, false, false, boolean>
        id={inputId}
        size="small"
        freeSolo={isFree}
        disabled={isDisabled}
        options={[...options]}
        loading={isLoading}
        noOptionsText={hasFailed ? searchFailed : noOptionsText}
        value={chosen}
        onChange={(_, option) => field.onChange(typeof option === 'string' ? option : (option?.value ?? null))}
        onInputChange={(_, text, reason) => reason === 'input' && onType?.(text)}
        onBlur={field.onBlur}
        getOptionLabel={(option) => (typeof option === 'string' ? option : option.label)}
        getOptionKey={(option) => (typeof option === 'string' ? option : option.value)}
        isOptionEqualToValue={(option, value) => typeof value !== 'string' && option.value === value.value}
        {...(onType ? { filterOptions: (found: Option[]) => found } : {})}
        renderInput={(parts) => (
          <TextField
            {...parts}
            inputRef={field.ref}
            hiddenLabel
            error={error !== undefined}
            slotProps={{ ...parts.slotProps, htmlInput: { ...parts.slotProps.htmlInput, ...aria } }}
          />
        )}
      />
    </FieldFrame>
  );
};
