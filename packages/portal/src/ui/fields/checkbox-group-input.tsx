import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { helpIdOf, FieldFrame, labelIdOf, type FieldProps } from './field-frame.tsx';
import type { Option } from './select-input.tsx';
import { useField } from './use-field.ts';

interface CheckboxGroupInputProps extends FieldProps {
  readonly options: readonly Option[];
  /** The field that determines the options: a change there clears this field. */
  readonly dependsOn?: string;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Calls back when the user changes the field of this name; a form reset does not count. */
const useOnUserChange = (name: string | undefined, onUserChange: () => void): void => {
  const { subscribe } = useFormContext();
  const callBack = useEffectEvent(onUserChange);
  useEffect(() => {
    if (name === undefined) return;
    return subscribe({
      name,
      exact: true,
      formState: { values: true },
      callback: ({ type }) => {
        if (type === 'change') callBack();
      },
    });
  }, [name, subscribe]);
};

/** Multiple choice; the value keeps the order of the options. */
export const CheckboxGroupInput = ({ options, dependsOn, ...props }: CheckboxGroupInputProps) => {
  const describe = (value: unknown): string =>
    options
      .filter((option) => listOf(value).includes(option.value))
      .map(({ label }) => label)
      .join(', ');
  const { field, error, inputId, isDisabled } = useField(props, describe);
  const { name: _name, disabled: _disabled, ...frame } = props;
  const { value, onChange, onBlur, ref } = field;
  const chosen = listOf(value);
  useOnUserChange(dependsOn, () => onChange([]));
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <FormGroup
        role="group"
        id={inputId}
        aria-labelledby={labelIdOf(inputId)}
        aria-describedby={helpIdOf(inputId)}
        sx={{ flexDirection: 'row', columnGap: 4 }}
      >
        {options.map((option, index) => (
          <FormControlLabel
            key={option.value}
            label={option.label}
            disabled={isDisabled}
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(option.value)}
                onChange={(_, isChosen) =>
                  onChange(
                    options
                      .map((each) => each.value)
                      .filter((each) => (each === option.value ? isChosen : chosen.includes(each))),
                  )
                }
                onBlur={onBlur}
                {...(index === 0 ? { slotProps: { input: { ref } } } : {})}
              />
            }
          />
        ))}
      </FormGroup>
    </FieldFrame>
  );
};
