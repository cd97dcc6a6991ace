import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { editsOf, isSame, rebaseEdits, type Values } from '../../lib/edits.ts';

/**
 * Runs a save and takes its values as the saved ones. What is edited meanwhile stays an edit, also when the save resets the
 * form to the server's answer: fields stay open during a save, which a slow network may take long over. Another answer that
 * arrives meanwhile and keeps the edited values (`keepDirtyValues`) makes no edits. Resolves to whether nothing was edited
 * meanwhile.
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
      // The reset that this event comes from has not ended.
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
