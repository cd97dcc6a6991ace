import { ApiProblem } from '../../../lib/api/api-problem.ts';

/** The message that is shown when saving a work unit fails (docs/reference/work-units.md#messages). */
export const saveFailure = (error: unknown): string => {
  if (!(error instanceof ApiProblem) || error.status === 0)
    return 'An unknown error has occurred. Please retry saving in just a moment.';
  if (error.detail.includes('is not equal to the test value'))
    return 'This Work Unit was modified by another user. Please discard your changes without saving and refresh it.';
  if (error.status >= 500)
    return 'A server error prevented saving this Work Unit. These errors are often temporary. Please retry saving in just a moment.';
  const open = error.errors['OpenChildren'];
  if (open) return `${open.join(' ')} Nothing was saved.`;
  const own = error.errors['WorkUnit'];
  if (own) return `${own.join(' ')} Please refresh the Work Unit and try again.`;
  return 'Invalid user input was sent to the API. Please verify your input and try again.';
};
