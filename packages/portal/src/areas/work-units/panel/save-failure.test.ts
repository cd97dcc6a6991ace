import { expect, test } from 'vitest';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { saveFailure } from './save-failure.ts';

const modified =
  'This Work Unit was modified by another user. Please discard your changes without saving and refresh it.';
const invalid = 'Invalid user input was sent to the API. Please verify your input and try again.';
const serverError =
  'A server error prevented saving this Work Unit. These errors are often temporary. Please retry saving in just a moment.';
const unknown = 'An unknown error has occurred. Please retry saving in just a moment.';

test.each([
  [409, { detail: "The current value of 'title' is not equal to the test value." }, modified],
  [400, { errors: { WorkUnit: ['It is closed.'] } }, 'It is closed. Please refresh the Work Unit and try again.'],
  [400, { errors: { Title: ['Please enter the title'] } }, invalid],
  [404, {}, invalid],
  [500, {}, serverError],
  [503, {}, serverError],
  [0, {}, unknown],
])('a save that fails with %i and %o shows its fixed message', (status, document, text) => {
  expect(saveFailure(new ApiProblem(status, document))).toBe(text);
});

test('an error that is not a response of the server is unknown', () => {
  expect(saveFailure(new Error('Out of memory'))).toBe(unknown);
});
