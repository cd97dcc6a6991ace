import { useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiProblem, isConflict } from '../../lib/api/api-problem.ts';
import { isReportedByClient } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import type { FieldRegistry } from '../fields/field-registry.ts';
import { keepEditsDuring } from './keep-edits-during.ts';
import { serverErrors } from './server-errors.ts';
import { useEditConflict } from './use-edit-conflict.ts';

export interface FormSaveOptions<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  /** May reset the form to the saved values. A single field that it sets counts as edited during the save. */
  readonly onSave: (values: Output) => Promise<void>;
  /** The toast when saving fails; a function derives it from the error, which may be a lost connection. */
  readonly failure: string | ((error: unknown) => string);
  /** Loads the current values from the server, to resolve a conflict. */
  readonly onReload?: (() => Promise<NoInfer<Values>>) | undefined;
}

const connectionLost =
  'The connection was lost while saving. What you typed is still here: save again once the connection is restored.';

/** Whether a field shows one of the errors; errors without a `ref` belong to no mounted field. */
const isShown = (errors: object): boolean =>
  Object.values(errors).some(
    (error: unknown) =>
      typeof error === 'object' && error !== null && (('ref' in error && error.ref !== undefined) || isShown(error)),
  );

/**
 * Sets the server's messages on their fields and focuses the first mounted one. Returns the messages that no mounted
 * field shows.
 */
const showServerErrors = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: FieldRegistry,
  errors: ApiProblem['errors'],
): readonly string[] => {
  const found = serverErrors(form.getValues(), errors);
  for (const { path, message } of found)
    if (path !== undefined) form.setError(path as Path<Values>, { type: 'server', message });
  const first = [...fields.keys()].find((name) => found.some(({ path }) => path === name));
  if (first !== undefined) form.setFocus(first as Path<Values>);
  return found.filter(({ path }) => path === undefined || !fields.has(path)).map(({ message }) => message);
};

/**
 * Validates and saves a form. `save` resolves to whether everything is saved: false after a failure, and if something
 * was edited during the save. A 409 becomes a conflict.
 */
export const useFormSave = <Values extends FieldValues, Output>(
  { form, onSave, failure, onReload }: FormSaveOptions<Values, Output>,
  fields: FieldRegistry,
) => {
  const conflict = useEditConflict({ form, onReload });
  const pendingSave = useRef<Promise<boolean>>(undefined);
  const failureOf = (error: unknown): string => (typeof failure === 'string' ? failure : failure(error));

  const showProblem = async (problem: ApiProblem): Promise<void> => {
    const unmatched = showServerErrors(form, fields, problem.errors);
    if (isConflict(problem)) await conflict.detect(typeof failure === 'string' ? problem.detail : failure(problem));
    else if (problem.status === 0 && typeof failure === 'string') notify.error(connectionLost);
    else if (!isReportedByClient(problem))
      notify.error([failureOf(problem), ...(typeof failure === 'string' ? unmatched : [])].join(' '));
  };

  const attempt = async (): Promise<boolean> => {
    let isSaved = false;
    const saveValid = async (values: Output): Promise<void> => {
      try {
        isSaved = await keepEditsDuring(form, () => onSave(values));
        conflict.clear();
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        await showProblem(error);
      }
    };
    await form.handleSubmit(saveValid, (errors) => {
      if (!isShown(errors)) notify.error(failureOf(errors));
    })();
    return isSaved;
  };

  const save = async (): Promise<boolean> => {
    pendingSave.current = attempt();
    try {
      return await pendingSave.current;
    } finally {
      pendingSave.current = undefined;
    }
  };

  return { save, pendingSave, conflict };
};
