import { useId } from 'react';
import { useController, useFormContext, type ControllerRenderProps, type FieldValues } from 'react-hook-form';
import { useIsReadOnly } from '../read-only.ts';
import { helpIdOf } from './field-frame.tsx';

/** The form's side of a field, its value to be looked at before use. */
type BoundField = Omit<ControllerRenderProps, 'value'> & { readonly value: unknown };

/** Binds a field to the form above it, with the ids that tie label, input and error together. */
export const useField = (name: string) => {
  const { control } = useFormContext<FieldValues>();
  const isReadOnly = useIsReadOnly();
  const { field, fieldState } = useController({ name, control });
  const inputId = useId();
  return {
    field: field as BoundField,
    error: fieldState.error?.message,
    inputId,
    isReadOnly,
    aria: { 'aria-describedby': helpIdOf(inputId), 'aria-invalid': fieldState.invalid },
  };
};

/** What a text box shows of a value: nothing for nothing. */
export const shownText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
