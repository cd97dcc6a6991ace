import { setTimeout as pause } from 'node:timers/promises';

/** Limits the rate of a copy. */
export interface Pace {
  /** Resolves once so many more bytes may be copied; rejects when the copy is interrupted. */
  take(bytes: number): Promise<void>;
}

/** Pauses shorter than this are added up. */
const shortestPauseMilliseconds = 20;

/** A pace of at most `bytesPerSecond`, without bursts after times of idleness. */
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
