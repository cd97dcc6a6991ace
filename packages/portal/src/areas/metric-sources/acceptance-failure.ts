import { ApiProblem } from '../../lib/api/api-problem.ts';

/** What the server says of a source that it did not accept; a general text where it says nothing. */
export const acceptanceFailure = (error: unknown): string =>
  error instanceof ApiProblem && error.status < 500 && error.detail !== ''
    ? error.detail
    : 'A problem occurred accepting the source. Please try again.';
