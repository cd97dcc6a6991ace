import { useEffect, useEffectEvent } from 'react';
import { useFormState } from 'react-hook-form';

interface TabErrorsProps {
  /** Returns the keys of the tabs with invalid fields, read from the DOM. */
  readonly find: () => readonly string[];
  readonly onChange: (tabs: readonly string[]) => void;
  /** Called after a failed submit, with the keys of the tabs with invalid fields. */
  readonly onRefused: (tabs: readonly string[]) => void;
}

/** Reports which tabs contain invalid fields of the enclosing form. */
export const TabErrors = ({ find, onChange, onRefused }: TabErrorsProps) => {
  const { errors, isSubmitting, submitCount } = useFormState();
  const hasErrors = Object.keys(errors).length > 0;
  const report = useEffectEvent(() => onChange(hasErrors ? find() : []));
  const reportRefusal = useEffectEvent(() => {
    if (!isSubmitting && submitCount > 0 && hasErrors) onRefused(find());
  });
  // react-hook-form mutates `errors`, so a dependency on it misses changes.
  useEffect(() => report());
  useEffect(() => reportRefusal(), [isSubmitting]);
  return null;
};
