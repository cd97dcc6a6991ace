import { ApiProblem } from '../../lib/api/api-problem.ts';

/**
 * Returns the server's reason for not accepting a source, or a general message without one or for a status from 500 on.
 */
export const acceptanceFailure = (error: unknown): string =>
  error instanceof ApiProblem && error.status < 500 && error.detail !== ''
    ? error.detail
    : 'A problem occurred accepting the source. Please try again.';
