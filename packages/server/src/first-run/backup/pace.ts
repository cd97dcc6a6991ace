import { setTimeout as pause } from 'node:timers/promises';

/** Limits the rate of a copy. */
export interface Pace {
  /** Resolves when this number of bytes may be copied on top of those before; rejects if the copy is interrupted. */
  take(bytes: number): Promise<void>;
}

/** Shorter pauses are accumulated until they reach this length. */
const shortestPauseMilliseconds = 20;

/** Creates a pace of at most `bytesPerSecond`; idle time does not permit a burst afterwards. */
export const createPace = (bytesPerSecond: number, signal: AbortSignal): Pace => {
  let due = 0;
  return {
    async take(bytes) {
      signal.throwIfAborted();
      const now = performance.now();
      due = Math.max(due, now) + (bytes / bytesPerSecond) * 1_000;
      if (due - now >= shortestPauseMilliseconds) await pause(due - now, undefined, { signal });
    },
  };
};
