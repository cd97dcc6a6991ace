import { useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiProblem, isConflict } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import type { FieldRegistry } from '../fields/field-registry.ts';
import { serverErrors } from './server-errors.ts';
import { useEditConflict } from './use-edit-conflict.ts';

export interface FormSaveOptions<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  readonly onSave: (values: Output) => Promise<void>;
  /** The toast when saving fails; a function chooses it by what went wrong, a lost connection included. */
  readonly failure: string | ((error: unknown) => string);
  /** The values as they are now on the server, for a form that met a conflict. */
  readonly onReload?: (() => Promise<NoInfer<Values>>) | undefined;
}

const connectionLost =
  'The connection was lost while saving. What you typed is still here: save again once the connection is back.';

/** Statuses that the shell itself tells: the sign-in has ended, or the person may not. */
const toldElsewhere = new Set([401, 403]);

/** Whether one of the errors stands under a field; the errors of anything else have no element to point to. */
const isShown = (errors: object): boolean =>
  Object.values(errors).some(
    (error: unknown) =>
      typeof error === 'object' && error !== null && (('ref' in error && error.ref !== undefined) || isShown(error)),
  );

/**
 * Puts the server's messages under the fields they speak of, and the focus into the first of them that is on the
 * screen. Answers the messages that no field on the screen shows.
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

/** Saving of a form: runs only when valid, tells success by `true`, keeps a conflict for the person to settle. */
export const useFormSave = <Values extends FieldValues, Output>(
  { form, onSave, failure, onReload }: FormSaveOptions<Values, Output>,
  fields: FieldRegistry,
) => {
  const conflict = useEditConflict({ form, onReload });
  const underWay = useRef<Promise<boolean>>(undefined);
  const failureOf = (error: unknown): string => (typeof failure === 'string' ? failure : failure(error));

  const tell = async (problem: ApiProblem): Promise<void> => {
    const unplaced = showServerErrors(form, fields, problem.errors);
    if (isConflict(problem)) await conflict.meet(typeof failure === 'string' ? problem.detail : failure(problem));
    else if (problem.status === 0 && typeof failure === 'string') notify.error(connectionLost);
    else if (!toldElsewhere.has(problem.status))
      notify.error([failureOf(problem), ...(typeof failure === 'string' ? unplaced : [])].join(' '));
  };

  const attempt = async (): Promise<boolean> => {
    let isSaved = false;
    const saveValid = async (values: Output): Promise<void> => {
      try {
        await onSave(values);
        form.reset(form.getValues());
        conflict.clear();
        isSaved = true;
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        await tell(error);
      }
    };
    await form.handleSubmit(saveValid, (errors) => {
      if (!isShown(errors)) notify.error(failureOf(errors));
    })();
    return isSaved;
  };

  const save = async (): Promise<boolean> => {
    underWay.current = attempt();
    try {
      return await underWay.current;
    } finally {
      underWay.current = undefined;
    }
  };

  return { save, underWay, conflict };
};
