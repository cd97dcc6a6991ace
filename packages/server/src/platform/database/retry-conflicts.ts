import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseError } from './connection-pool.ts';

const attempts = 5;
/** Milliseconds that the first pause lasts at most; each further one may last twice as long. */
const firstPause = 20;

/** Whether PostgreSQL undid a transaction for being in the way of another: a deadlock, or a failed serialization. */
const isConflict = (error: unknown): error is Error =>
  isDatabaseError(error) && (error.code === '40P01' || error.code === '40001');

/**
 * Runs a transaction again when PostgreSQL undid it in favour of another, after a pause by chance, so that the two do
 * not meet again; the last of five attempts fails as it may. Any other error is thrown at once.
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
