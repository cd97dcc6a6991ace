import { useId } from 'react';
import { useController, type ControllerRenderProps } from 'react-hook-form';
import { useIsReadOnly } from '../forms/read-only.ts';
import { helpIdOf, type FieldProps } from './field-frame.tsx';
import { useFieldDescription } from './field-registry.ts';

/** The props of react-hook-form with an `unknown` value. */
type BoundField = Omit<ControllerRenderProps, 'value'> & { readonly value: unknown };

/** A string or number as text; empty for anything else. */
export const shownText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Binds a field to the enclosing form, with the ids that connect label, input and error. `show` formats a value for
 * messages about the form.
 */
export const useField = ({ name, label, disabled = false }: FieldProps, show = shownText) => {
  const isReadOnly = useIsReadOnly();
  const { field, fieldState } = useController({ name });
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
