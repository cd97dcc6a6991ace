import type { BrowserContext } from 'playwright-core';

/** The errors of a browser context. */
export interface BrowserErrors {
  /** Expects errors that match. */
  allow(pattern: RegExp): void;
  /** The errors that no pattern allows. */
  unexpected(): readonly string[];
}

/** A navigation aborts requests in flight, which is no error. */
const isAborted = (failure: string | undefined): boolean => failure === 'net::ERR_ABORTED';

/** Records console errors (CSP violations included), uncaught errors, failed requests and responses of 500 and above. */
export function recordBrowserErrors(context: BrowserContext): BrowserErrors {
  const browserErrors: string[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (event) => browserErrors.push(`uncaught: ${event.error().stack ?? event.error().message}`));
  context.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText;
    if (!isAborted(failure)) browserErrors.push(`failed: ${request.method()} ${request.url()} ${failure ?? ''}`);
  });
  context.on('response', (response) => {
    if (response.status() < 500) return;
    browserErrors.push(`answered ${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  return {
    allow: (pattern) => {
      allowed.push(pattern);
    },
    unexpected: () => browserErrors.filter((error) => !allowed.some((pattern) => pattern.test(error))),
  };
}
