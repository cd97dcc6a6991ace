import { useEffect, useEffectEvent } from 'react';
import { useFormState } from 'react-hook-form';

interface TabFaultsProps {
  /** The tabs that hold a field with an error, as they stand on the page now. */
  readonly find: () => readonly string[];
  readonly onFaults: (tabs: readonly string[]) => void;
  /** Called when the form could not be saved, with the tabs that hold the errors. */
  readonly onRefused: (tabs: readonly string[]) => void;
}

/** Watches the form around for errors, and tells in which tabs their fields stand. */
export const TabFaults = ({ find, onFaults, onRefused }: TabFaultsProps) => {
  const { errors, isSubmitting, submitCount } = useFormState();
  const hasErrors = Object.keys(errors).length > 0;
  const look = useEffectEvent(() => onFaults(hasErrors ? find() : []));
  const settle = useEffectEvent(() => {
    if (!isSubmitting && submitCount > 0 && hasErrors) onRefused(find());
  });
  // The errors stay the same object while fields come into it and go, so every change of the form is looked at.
  useEffect(() => look());
  useEffect(() => settle(), [isSubmitting]);
  return null;
};
