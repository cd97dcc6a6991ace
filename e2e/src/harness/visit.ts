import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { recordBrowserErrors, type BrowserErrors } from './browser-errors.ts';
import { projectDirectory } from './project.ts';
import { trackRequests } from './pending-requests.ts';

/** An isolated browser context with one page. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly browserErrors: BrowserErrors;
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
}

const timeoutMilliseconds = 40_000;

/** Opens a browser context on the portal at `address`. */
export async function openVisit(
  browser: Browser,
  address: string,
  { width = 1440, height = 900 }: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(timeoutMilliseconds);
  trackRequests(context);
  const browserErrors = recordBrowserErrors(context);
  return { context, browserErrors, page: await context.newPage() };
}

/** Saves a screenshot of each page of a failed journey. */
export async function saveScreenshots({ context }: Visit, testName: string): Promise<void> {
  const folder = join(projectDirectory, '.cache', 'e2e');
  await mkdir(folder, { recursive: true });
  const name = testName.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
  for (const [index, page] of context.pages().entries()) {
    // A screenshot may time out on an animated page: the original failure matters more.
    await page.screenshot({ path: join(folder, `${name}-${index + 1}.png`) }).catch(() => undefined);
  }
}
