import { useId } from 'react';
import { useController, useFormContext, type ControllerRenderProps, type FieldValues } from 'react-hook-form';
import { useIsReadOnly } from '../forms/read-only.ts';
import { helpIdOf, type FieldProps } from './field-frame.tsx';
import { useFieldDescription } from './field-registry.ts';

/** The form's side of a field, its value to be looked at before use. */
type BoundField = Omit<ControllerRenderProps, 'value'> & { readonly value: unknown };

/** What a text box shows of a value: nothing for nothing. */
export const shownText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Binds a field to the form above it, with the ids that tie label, input and error together. `show` says how a value
 * reads where the form speaks of it.
 */
export const useField = ({ name, label, disabled = false }: FieldProps, show = shownText) => {
  const { control } = useFormContext<FieldValues>();
  const isReadOnly = useIsReadOnly();
  const { field, fieldState } = useController({ name, control });
  const inputId = useId();
  useFieldDescription(name, { label, show });
  return {
    field: field as BoundField,
    error: fieldState.error?.message,
    inputId,
    isDisabled: disabled || isReadOnly,
    aria: { 'aria-describedby': helpIdOf(inputId), 'aria-invalid': fieldState.invalid },
  };
};
