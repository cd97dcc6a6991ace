import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiProblem, isConflict, type FieldErrors } from '../lib/api/api-problem.ts';
import { notify } from '../lib/notify.ts';

export interface FormSaveOptions<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  readonly onSave: (values: Output) => Promise<void>;
  /** The toast when saving fails; a function may choose it by what went wrong. */
  readonly failure: string | ((error: unknown) => string);
}

/** Puts the server's messages under the fields they speak of; names match without regard to case. */
const showFieldErrors = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  errors: FieldErrors,
): void => {
  const names = new Map(Object.keys(form.getValues()).map((name) => [name.toLowerCase(), name]));
  for (const [field, messages] of Object.entries(errors)) {
    const name = names.get(field.toLowerCase());
    if (name) form.setError(name as Path<Values>, { type: 'server', message: messages.join(' ') });
  }
};

/** Whether one of the errors stands under a field; the errors of anything else have no element to point to. */
const isShown = (errors: object): boolean =>
  Object.values(errors).some(
    (error: unknown) =>
      typeof error === 'object' && error !== null && (('ref' in error && error.ref !== undefined) || isShown(error)),
  );

/** Saving of a form: runs only when valid, tells success by `true`, keeps a conflict for the person to settle. */
export const useFormSave = <Values extends FieldValues, Output>({
  form,
  onSave,
  failure,
}: FormSaveOptions<Values, Output>) => {
  const [conflict, setConflict] = useState<string>();
  const save = async (): Promise<boolean> => {
    let isSaved = false;
    const saveValid = async (values: Output): Promise<void> => {
      try {
        await onSave(values);
        form.reset(form.getValues());
        setConflict(undefined);
        isSaved = true;
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        showFieldErrors(form, error.errors);
        const message = typeof failure === 'string' ? failure : failure(error);
        if (isConflict(error)) setConflict(typeof failure === 'string' ? error.detail : message);
        else notify.error(message);
      }
    };
    await form.handleSubmit(saveValid, (errors) => {
      if (!isShown(errors)) notify.error(typeof failure === 'string' ? failure : failure(errors));
    })();
    return isSaved;
  };
  return { save, conflict, clearConflict: () => setConflict(undefined) };
};
