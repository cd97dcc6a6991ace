import type { BrowserContext, Request } from 'playwright-core';

interface Account {
  readonly underWay: Set<Request>;
  /** When the latest was asked for or answered. */
  latest: number;
}

const watched = new WeakMap<BrowserContext, Account>();

/** Keeps account of what the pages of a browser have asked for, from now on. */
export function watchRequests(context: BrowserContext): void {
  const account: Account = { underWay: new Set(), latest: performance.now() };
  watched.set(context, account);
  const ended = (request: Request): void => {
    account.underWay.delete(request);
    account.latest = performance.now();
  };
  context.on('request', (request) => {
    account.underWay.add(request);
    account.latest = performance.now();
  });
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
}

function accountOf(context: BrowserContext): Account {
  const account = watched.get(context);
  if (!account) throw new Error('Nobody watches what this browser asks for.');
  return account;
}

/** How many answers the pages of a watched browser still wait for. */
export const requestsUnderWay = (context: BrowserContext): number => accountOf(context).underWay.size;

/** Milliseconds for which the pages of a watched browser have neither asked for anything nor waited for an answer. */
export function quietTime(context: BrowserContext): number {
  const { underWay, latest } = accountOf(context);
  return underWay.size > 0 ? 0 : performance.now() - latest;
}
