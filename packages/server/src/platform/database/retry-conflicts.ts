import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseError } from './database-errors.ts';

const attempts = 5;
/** Maximum milliseconds of the first backoff; doubled for each further one. */
const firstPause = 20;

/** Whether PostgreSQL rolled back because of a deadlock or a serialization failure. */
const isConflict = (error: unknown): error is Error =>
  isDatabaseError(error) && (error.code === '40P01' || error.code === '40001');

/**
 * Retries a transaction that PostgreSQL rolled back because of a conflict, with exponential backoff and jitter, up to
 * five attempts. Other errors are thrown immediately.
 */
export const retryConflicts = async <Result>(
  attempt: () => Promise<Result>,
  onConflict?: (error: Error) => void,
): Promise<Result> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried === attempts || !isConflict(error)) throw error;
      onConflict?.(error);
      await pause(Math.random() * firstPause * 2 ** (tried - 1));
    }
  }
};
