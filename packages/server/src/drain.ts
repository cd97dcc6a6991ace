import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that a stop takes at most after the drain, whatever hangs. */
export const longestStopMilliseconds = 9_000;

/** The time between the signal to stop and the stop, in which balancers learn that the process is not ready any more. */
export interface Drain {
  /** Aborts when the drain begins. */
  readonly begun: AbortSignal;
  begin(): void;
  /** Ends the drain early: what waits for its end goes on. */
  end(): void;
  /** Resolves when the drain, which has begun, is over. */
  over(): Promise<void>;
}

export const createDrain = (milliseconds: number): Drain => {
  const begun = new AbortController();
  const ended = new AbortController();
  return {
    begun: begun.signal,
    begin: () => begun.abort(),
    end: () => ended.abort(),
    over: () => pause(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined),
  };
};
