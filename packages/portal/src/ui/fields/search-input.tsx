import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { Option } from './select-input.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { shownText, useField } from './use-field.ts';

interface SearchInputProps extends FieldProps {
  readonly options: readonly Option[];
  /** Called on input, for options that the server searches. */
  readonly onType?: (text: string) => void;
  /** Accepts text that matches no option. */
  readonly allowsFreeText?: boolean;
  readonly isLoading?: boolean;
  /** The search for options failed. */
  readonly hasFailed?: boolean;
  readonly noOptionsText?: string;
}

/** Shown instead of options after a failed search. */
export const searchFailed = 'The search failed. Change the text to try again.';

/** An autocomplete. */
export const SearchInput = ({
  options,
  onType,
  allowsFreeText = false,
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
  /** Text that was typed and left without Enter. */
  const takeText = (typed: string): void => {
    if (typed === (chosen?.label ?? '')) return;
    field.onChange(options.find(({ label }) => label === typed)?.value ?? (typed.trim() === '' ? null : typed.trim()));
  };
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <Autocomplete<Option, false, false, boolean>
        id={inputId}
        size="small"
        freeSolo={allowsFreeText}
        disabled={isDisabled}
        options={[...options]}
        loading={isLoading}
        noOptionsText={hasFailed ? searchFailed : noOptionsText}
        value={chosen}
        onChange={(_, option) => field.onChange(typeof option === 'string' ? option : (option?.value ?? null))}
        onInputChange={(_, text, reason) => reason === 'input' && onType?.(text)}
        onBlur={({ target }) => {
          if (allowsFreeText && target instanceof HTMLInputElement) takeText(target.value);
          field.onBlur();
        }}
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
