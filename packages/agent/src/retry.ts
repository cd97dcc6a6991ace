import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf, type Log } from './log.ts';
import { RefusedError, ServerError } from './server-client.ts';

/** Waits; resolves early when the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined);

const minBackoffMilliseconds = 500;
const maxBackoffMilliseconds = 30_000;

/** Exponential backoff with jitter, so that a fleet does not reconnect at the same moment. */
export const createBackoff = (signal: AbortSignal) => {
  let failures = 0;
  return {
    reset: (): void => {
      failures = 0;
    },
    /** Waits at least as long as the server has asked for. */
    next: (error?: unknown): Promise<void> => {
      const asked = error instanceof ServerError ? (error.retryAfter ?? 0) : 0;
      const limit = Math.min(maxBackoffMilliseconds, minBackoffMilliseconds * 2 ** failures);
      failures += 1;
      return pause(asked + limit / 2 + (Math.random() * limit) / 2, signal);
    },
  };
};

/** Forbidden (at sign-in that is a `RefusedError`), request timeout, conflict with a concurrent request, too many requests. */
const transientStatuses: readonly number[] = [403, 408, 409, 429];

/**
 * Whether a retry may succeed: after network errors, errors of a proxy in between, server errors and the transient
 * statuses; not after a refusal of this machine nor after other 4xx of the server itself.
 */
export const isTransient = (error: unknown): boolean =>
  error instanceof ServerError
    ? !error.isProblem || error.status >= 500 || transientStatuses.includes(error.status)
    : !(error instanceof RefusedError);

/**
 * Retries with backoff while errors are transient; throws any other error, and any error after the signal has aborted.
 */
export const retry = async <Result>(
  what: string,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
  attempt: () => Promise<Result>,
): Promise<Result> => {
  const backoff = createBackoff(signal);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      log.warn(`${what} failed, trying again`, { reason: reasonOf(error) });
      await backoff.next(error);
      signal.throwIfAborted();
    }
  }
};
