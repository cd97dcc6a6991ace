import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { recordBrowserErrors, type BrowserErrors } from './browser-errors.ts';
import { projectDirectory } from './project.ts';
import { recentRequests, trackRequests } from './tracked-requests.ts';

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

/** Saves a screenshot, the accessibility tree and the last requests of each page of a failed journey. */
export async function saveFailure({ context }: Pick<Visit, 'context'>, testName: string): Promise<void> {
  const folder = join(projectDirectory, '.cache', 'e2e');
  await mkdir(folder, { recursive: true });
  const name = testName.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
  for (const [index, page] of context.pages().entries()) {
    const path = join(folder, `${name}-${index + 1}`);
    const requests = recentRequests(context);
    // An unresponsive page provides neither: the original failure matters more.
    const tree = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    await writeFile(`${path}.txt`, [page.url(), '', tree, '', ...requests, ''].join('\n'));
    await page.screenshot({ path: `${path}.png`, timeout: 10_000 }).catch(() => undefined);
  }
}
