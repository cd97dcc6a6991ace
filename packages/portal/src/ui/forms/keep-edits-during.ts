import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { editsOf, isSame, rebaseEdits, type Values } from '../../lib/edits.ts';

/**
 * Runs a save and takes its values as the saved ones. What is edited meanwhile stays an edit, also when the save resets the
 * form to the server's answer: fields stay open during a save, which a slow network may take long over. Resolves to whether
 * nothing was edited meanwhile.
 *
 * @throws what `save` throws, with the form unchanged
 */
export const keepEditsDuring = async <FormValues extends FieldValues, Output>(
  form: UseFormReturn<FormValues, unknown, Output>,
  save: () => Promise<void>,
): Promise<boolean> => {
  let saved: Values = structuredClone(form.getValues());
  let shown = saved;
  const edits = () => editsOf(saved, shown);
  const showEdits = (): void => form.reset(shown as FormValues, { keepDefaultValues: true });
  const unsubscribe = form.subscribe({
    formState: { values: true },
    callback: ({ name, values }) => {
      if (name !== undefined) {
        shown = values;
      } else if (!isSame(values, shown)) {
        const rebased = rebaseEdits(values as Values, edits(), new Set());
        [saved, shown] = [values, rebased];
        // The reset that this event comes from has not ended.
        if (edits().length > 0) queueMicrotask(showEdits);
      }
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
