import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds between two stacks of one outage. */
const stackPauseMilliseconds = 10_000;

/** When the stack of an outage was last logged, by `performance.now()`, by its reason. */
type LoggedStacks = Map<string, number>;

const stacksOf = new WeakMap<FastifyBaseLogger, LoggedStacks>();

/**
 * Logs a request that failed because something that the server needs is unavailable, with the stack at most once in ten
 * seconds for each reason, because every request fails then. `reason` is one of a few texts; `names` are the fields of
 * the line that identify the request.
 */
export const logOutage = (
  log: FastifyBaseLogger,
  reason: string,
  names: Readonly<Record<string, unknown>>,
  error: unknown,
): void => {
  const stacks = stacksOf.get(log) ?? new Map<string, number>();
  stacksOf.set(log, stacks);
  const now = performance.now();
  const isRepeated = now - (stacks.get(reason) ?? -Infinity) < stackPauseMilliseconds;
  if (!isRepeated) stacks.set(reason, now);
  log.error({ ...names, ...(isRepeated ? { reason } : { err: error }) }, 'request failed');
};
