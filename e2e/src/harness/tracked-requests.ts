import type { BrowserContext, Frame, Request } from 'playwright-core';

const maxRecentRequests = 60;

interface RecentRequest {
  readonly method: string;
  readonly url: string;
  readonly startedAt: number;
  outcome: string;
}

interface Tracker {
  readonly pending: Set<Request>;
  /** The last requests, oldest first. */
  readonly recent: Map<Request, RecentRequest>;
  /** The time of the last request or response. */
  lastActivityAt: number;
}

const trackers = new WeakMap<BrowserContext, Tracker>();

/** The frame of a request; `undefined` for a navigation to a page or frame that does not exist yet. */
const frameOf = (request: Request): Frame | undefined => {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
};

/** Starts to track the requests of a browser context. */
export function trackRequests(context: BrowserContext): void {
  const tracker: Tracker = { pending: new Set(), recent: new Map(), lastActivityAt: performance.now() };
  trackers.set(context, tracker);
  const setOutcome = (request: Request, outcome: string): void => {
    const found = tracker.recent.get(request);
    if (found) found.outcome = `${outcome}, ${Math.round(performance.now() - found.startedAt)} ms`;
  };
  const ended = (request: Request): void => {
    tracker.pending.delete(request);
    tracker.lastActivityAt = performance.now();
  };
  context.on('request', (request) => {
    tracker.pending.add(request);
    tracker.lastActivityAt = performance.now();
    tracker.recent.set(request, {
      method: request.method(),
      url: request.url(),
      startedAt: performance.now(),
      outcome: 'pending',
    });
    const [oldest] = tracker.recent.keys();
    if (oldest && tracker.recent.size > maxRecentRequests) tracker.recent.delete(oldest);
  });
  context.on('response', (response) => setOutcome(response.request(), String(response.status())));
  context.on('requestfinished', ended);
  // A frame that is removed while it loads, such as that of a silent renewal, may end its requests without an event.
  context.on('page', (page) =>
    page.on('framedetached', (frame) => {
      for (const request of tracker.pending) if (frameOf(request) === frame) ended(request);
    }),
  );
  context.on('requestfailed', (request) => {
    setOutcome(request, request.failure()?.errorText ?? 'failed');
    ended(request);
  });
}

function trackerOf(context: BrowserContext): Tracker {
  const tracker = trackers.get(context);
  if (!tracker) throw new Error('The requests of this browser context are not tracked.');
  return tracker;
}

/** The last requests of a tracked browser context, one line each, oldest first: age, method, URL and outcome. */
export function recentRequests(context: BrowserContext): readonly string[] {
  const now = performance.now();
  const { recent, pending } = trackerOf(context);
  return [...recent].map(([request, { method, url, startedAt, outcome }]) => {
    const end = pending.has(request) ? ', not ended' : '';
    return `${Math.round(now - startedAt)} ms ago: ${method} ${url} (${outcome}${end})`;
  });
}

/** The number of pending requests of a tracked browser context. */
export const pendingRequests = (context: BrowserContext): number => trackerOf(context).pending.size;

/** Milliseconds for which a tracked browser context has been network-idle. */
export function idleMilliseconds(context: BrowserContext): number {
  const { pending, lastActivityAt } = trackerOf(context);
  return pending.size > 0 ? 0 : performance.now() - lastActivityAt;
}
