import type { Log } from './log.ts';

/** Node's own bound of a timer is 24.8 days; the server traces for a day at most. */
const maxTimerMilliseconds = 2 ** 31 - 1;

/** Lets the log trace until a time. */
export interface TraceWindow {
  /** ISO 8601; `null` ends tracing. */
  set(expiration: string | null): void;
}

export const createTraceWindow = (log: Pick<Log, 'trace'>): TraceWindow => {
  let timer: NodeJS.Timeout | undefined;
  return {
    set: (expiration) => {
      clearTimeout(timer);
      const rest = expiration === null ? 0 : Date.parse(expiration) - Date.now();
      log.trace(rest > 0);
      if (rest > 0) timer = setTimeout(() => log.trace(false), Math.min(rest, maxTimerMilliseconds)).unref();
    },
  };
};
