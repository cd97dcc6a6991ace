import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** The fields of each tab by its key, in the order of the tabs. */
export type TabFields = Readonly<Record<string, readonly string[]>>;

/** The number of fields of a tab with a message. */
export const faultsOf = (errors: object, fields: readonly string[] = []): number => {
  const messages = errors as Readonly<Record<string, unknown>>;
  return fields.filter((field) => messages[field] !== undefined).length;
};

/**
 * After a failed save, opens the first tab with a message, even one that was never open, unless the open tab has one.
 */
export const useFaultyTab = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  tabs: TabFields,
  open: string,
  onOpen: (tab: string) => void,
): void => {
  const { errors, isSubmitting, submitCount } = form.formState;
  const look = useEffectEvent(() => {
    if (isSubmitting || submitCount === 0 || faultsOf(errors, tabs[open]) > 0) return;
    const faulty = Object.keys(tabs).find((tab) => faultsOf(errors, tabs[tab]) > 0);
    if (faulty !== undefined) onOpen(faulty);
  });
  useEffect(() => look(), [isSubmitting]);
};
