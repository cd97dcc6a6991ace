import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf, type Log } from './log.ts';
import { ServerError } from './server-client.ts';

/** Waits; ends early, without an error, when the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined);

const shortest = 500;
const longest = 30_000;

/** Growing pauses with a random part, so that a fleet does not come back all at once. */
export const createPauses = (signal: AbortSignal) => {
  let failures = 0;
  return {
    reset: (): void => {
      failures = 0;
    },
    next: (): Promise<void> => {
      const most = Math.min(longest, shortest * 2 ** failures);
      failures += 1;
      return pause(most / 2 + (Math.random() * most) / 2, signal);
    },
  };
};

/** The request came too slowly, met another that changed the same, or was one of too many. */
const passing: readonly number[] = [408, 409, 429];

/** What time heals: no network, a server that is busy or away. Any other 4xx will not change by asking again. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ServerError) || error.status >= 500 || passing.includes(error.status);

/** Repeats what may pass until it succeeds; anything else is thrown, and so is whatever comes after the signal. */
export const persist = async <Result>(
  what: string,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
  attempt: () => Promise<Result>,
): Promise<Result> => {
  const pauses = createPauses(signal);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      log.warn(`${what} failed, trying again`, { reason: reasonOf(error) });
      await pauses.next();
      signal.throwIfAborted();
    }
  }
};
