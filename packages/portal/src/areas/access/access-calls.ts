import { call } from '../../lib/api/api-client.ts';
import { ApiProblem, isForbidden } from '../../lib/api/api-problem.ts';
import { readJson } from '../../lib/api/read-body.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';

/**
 * One change of who may do what. What the server denies it explains (a role that holds more than one's own, a person
 * who works elsewhere too), so its words are shown in place of the general ones.
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

/** Runs a change that no form stands around; what goes wrong is told as the server says it. */
export const attempt = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    notifyProblem(error);
  }
};
