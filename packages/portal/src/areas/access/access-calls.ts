import { call } from '../../lib/api/api-client.ts';
import { ApiProblem, isForbidden } from '../../lib/api/api-problem.ts';
import { readJson } from '../../lib/api/read-body.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';

/**
 * Sends one change of people, roles or grants. For a 403 it shows the server's explanation (the role permits more than
 * the caller may do, the person also works in another tenant) instead of the general message. Rethrows every error.
 */
export const change = async <Answer>(
  method: 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> => {
  try {
    return await readJson<Answer>(await call(method, path, { body, handlesForbidden: true }));
  } catch (error) {
    if (error instanceof ApiProblem && isForbidden(error)) notify.error(error.detail);
    throw error;
  }
};

/** Runs a change that does not belong to a form, and shows the server's message if it fails. */
export const attempt = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    notifyProblem(error);
  }
};
