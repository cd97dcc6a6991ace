import { useId } from 'react';
import { useController, useFormContext, type FieldValues } from 'react-hook-form';
import { helpIdOf } from './field-frame.tsx';

/** Binds a field to the form above it, with the ids that tie label, input and error together. */
export const useField = (name: string) => {
  const { control } = useFormContext<FieldValues>();
  const { field, fieldState, formState } = useController({ name, control });
  const inputId = useId();
  return {
    field,
    error: fieldState.error?.message,
    inputId,
    isBusy: formState.isSubmitting,
    aria: { 'aria-describedby': helpIdOf(inputId), 'aria-invalid': fieldState.invalid },
  };
};
