import type { BrowserContext, Request } from 'playwright-core';

interface Tracker {
  readonly pending: Set<Request>;
  /** The time of the last request or response. */
  lastActivityAt: number;
}

const trackers = new WeakMap<BrowserContext, Tracker>();

/** Starts to track the requests of a browser context. */
export function trackRequests(context: BrowserContext): void {
  const tracker: Tracker = { pending: new Set(), lastActivityAt: performance.now() };
  trackers.set(context, tracker);
  const ended = (request: Request): void => {
    tracker.pending.delete(request);
    tracker.lastActivityAt = performance.now();
  };
  context.on('request', (request) => {
    tracker.pending.add(request);
    tracker.lastActivityAt = performance.now();
  });
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
}

function trackerOf(context: BrowserContext): Tracker {
  const tracker = trackers.get(context);
  if (!tracker) throw new Error('The requests of this browser context are not tracked.');
  return tracker;
}

/** The number of pending requests of a tracked browser context. */
export const pendingRequests = (context: BrowserContext): number => trackerOf(context).pending.size;

/** Milliseconds for which a tracked browser context has been network-idle. */
export function idleMilliseconds(context: BrowserContext): number {
  const { pending, lastActivityAt } = trackerOf(context);
  return pending.size > 0 ? 0 : performance.now() - lastActivityAt;
}
