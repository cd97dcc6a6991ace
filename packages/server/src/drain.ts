import { setTimeout as pause } from 'node:timers/promises';

/** Maximum duration of a stop after the drain, even if a step hangs. */
export const longestStopMilliseconds = 9_000;

/**
 * The time between the signal to stop and the stop, in which load balancers notice that the process is no longer ready.
 */
export interface Drain {
  /** Aborts when the drain begins. */
  readonly begun: AbortSignal;
  begin(): void;
  /** Ends the drain early: `over` resolves. */
  end(): void;
  /** Resolves once the duration of the drain has passed since this call, or when `end` is called. */
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
