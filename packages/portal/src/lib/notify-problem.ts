import { ApiProblem } from './api/api-problem.ts';
import { notify } from './notify.ts';

/** Whether the API client reports a failed call itself: the session has ended, or access is denied. */
export const isReportedByClient = ({ status }: ApiProblem): boolean => status === 401 || status === 403;

/** Shows why a call failed, unless the API client does. Rethrows an error that is not an `ApiProblem`. */
export const notifyProblem = (
  error: unknown,
  textOf: (problem: ApiProblem) => string = ({ detail }) => detail,
): void => {
  if (!(error instanceof ApiProblem)) throw error;
  if (!isReportedByClient(error)) notify.error(textOf(error));
};
