import type { Log } from './log.ts';

/** A change of the system clock takes effect within this time, in milliseconds. */
const lookMilliseconds = 60_000;

/** Turns on tracing of the log until a time. */
export interface TraceWindow {
  /** ISO 8601; `null` ends tracing. */
  set(expiration: string | null): void;
}

export const createTraceWindow = (log: Pick<Log, 'trace'>): TraceWindow => {
  let timer: NodeJS.Timeout | undefined;
  const follow = (expiration: number): void => {
    const rest = expiration - Date.now();
    log.trace(rest > 0);
    timer = setTimeout(
      () => follow(expiration),
      rest > 0 ? Math.min(rest, lookMilliseconds) : lookMilliseconds,
    ).unref();
  };
  return {
    set: (expiration) => {
      clearTimeout(timer);
      if (expiration === null) log.trace(false);
      else follow(Date.parse(expiration));
    },
  };
};
