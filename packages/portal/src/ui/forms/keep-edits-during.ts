import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { editsOf, isSame, rebaseEdits, type Values } from '../../lib/forms/edits.ts';

/**
 * Runs a save and treats the values at its start as saved, or those to which `save` resets the form. Fields stay
 * editable during a save, because it can take long on a slow network: what the person changes during it remains an
 * edit. A reset that keeps edited values (`keepDirtyValues`), for example with another response during the save,
 * creates no edits. Resolves to whether nothing was edited during the save.
 *
 * @throws what `save` throws, with the form unchanged
 */
export const keepEditsDuring = async <FormValues extends FieldValues, Output>(
  form: UseFormReturn<FormValues, unknown, Output>,
  save: () => Promise<void>,
): Promise<boolean> => {
  let saved: Values = structuredClone(form.getValues());
  let shown = saved;
  let defaults: Values = form.formState.defaultValues ?? {};
  const edits = () => editsOf(saved, shown);
  const showEdits = (): void => form.reset(shown as FormValues, { keepDefaultValues: true });

  const takeReset = (values: Values, newDefaults: Values): void => {
    const made = edits();
    defaults = newDefaults;
    if (isSame(values, newDefaults)) {
      [saved, shown] = [values, rebaseEdits(values, made, new Set())];
      // The reset that raises this event has not ended yet.
      if (made.length > 0) queueMicrotask(showEdits);
    } else {
      [saved, shown] = [{ ...values, ...Object.fromEntries(made.map(({ name, base }) => [name, base])) }, values];
    }
  };

  const unsubscribe = form.subscribe({
    formState: { values: true },
    callback: ({ name, values, defaultValues = {} }) => {
      const isReset = !isSame(defaults, defaultValues);
      // A reset that keeps edited values first sets the others one by one, under their names.
      if (name === undefined && isReset) takeReset(values, defaultValues);
      else if (name !== undefined && !isReset) shown = values;
    },
  });
  try {
    await save();
  } finally {
    unsubscribe();
  }
  if (edits().length === 0) {
    form.reset(form.getValues());
    return true;
  }
  form.reset(saved as FormValues);
  showEdits();
  return false;
};
