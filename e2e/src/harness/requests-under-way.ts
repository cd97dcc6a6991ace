import type { BrowserContext, Request } from 'playwright-core';

const watched = new WeakMap<BrowserContext, Set<Request>>();

/** Keeps account of what the pages of a browser have asked for, from now on. */
export function watchRequests(context: BrowserContext): void {
  const underWay = new Set<Request>();
  watched.set(context, underWay);
  context.on('request', (request) => underWay.add(request));
  context.on('requestfinished', (request) => underWay.delete(request));
  context.on('requestfailed', (request) => underWay.delete(request));
}

/** How many answers the pages of a watched browser still wait for. */
export function requestsUnderWay(context: BrowserContext): number {
  const underWay = watched.get(context);
  if (!underWay) throw new Error('Nobody watches what this browser asks for.');
  return underWay.size;
}
