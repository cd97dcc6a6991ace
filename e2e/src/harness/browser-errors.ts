import type { BrowserContext } from 'playwright-core';

/** What went wrong in a browser, whether or not a person would have noticed. */
export interface Faults {
  /** A fault that matches is what the test is about. */
  allow(pattern: RegExp): void;
  /** Those that no pattern allows. */
  unexpected(): readonly string[];
}

/** A page that is left gives up the calls it had under way; that is no fault. */
const isGivenUp = (failure: string | undefined): boolean => failure === 'net::ERR_ABORTED';

/** Records errors on the console (violations of the content security policy among them), uncaught errors, requests that fail and answers of 500 and above. */
export function recordFaults(context: BrowserContext): Faults {
  const faults: string[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (event) => faults.push(`uncaught: ${event.error().stack ?? event.error().message}`));
  context.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText;
    if (!isGivenUp(failure)) faults.push(`failed: ${request.method()} ${request.url()} ${failure ?? ''}`);
  });
  context.on('response', (response) => {
    if (response.status() < 500) return;
    faults.push(`answered ${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  return {
    allow: (pattern) => {
      allowed.push(pattern);
    },
    unexpected: () => faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
  };
}
