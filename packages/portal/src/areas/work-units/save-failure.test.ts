import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { saveFailure } from './save-failure.ts';

describe('message of a failed save', () => {
  test('names another user after a failing test operation', () => {
    const problem = new ApiProblem(409, { detail: 'The value at /title is not equal to the test value.' });
    expect(saveFailure(problem)).toMatch(/^This Work Unit was modified by another user\./);
  });

  test('repeats what the server says about the unit', () => {
    const problem = new ApiProblem(400, { detail: 'Invalid', errors: { WorkUnit: ['It is closed.'] } });
    expect(saveFailure(problem)).toBe('It is closed. Please refresh the Work Unit and try again.');
  });

  test('tells input, server and unknown faults apart', () => {
    expect(saveFailure(new ApiProblem(400, {}))).toMatch(/^Invalid user input/);
    expect(saveFailure(new ApiProblem(503, {}))).toMatch(/^A server error/);
    expect(saveFailure(new ApiProblem(0, {}))).toMatch(/^An unknown error/);
  });
});
