import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { recordFaults, type Faults } from './faults.ts';
import { projectDirectory } from './project.ts';
import { watchRequests } from './requests-under-way.ts';

/** One person at one browser: a context of its own, with nothing kept from others. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: Faults;
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
}

const patience = 40_000;

/** Opens a browser window on the portal at `address`. */
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
  context.setDefaultTimeout(patience);
  watchRequests(context);
  const faults = recordFaults(context);
  return { context, faults, page: await context.newPage() };
}

/** Keeps a picture of each page of a visit beside the run's other leavings, for whoever looks into a failure. */
export async function keepPictures({ context }: Visit, testName: string): Promise<void> {
  const folder = join(projectDirectory, '.cache', 'e2e');
  await mkdir(folder, { recursive: true });
  const name = testName.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
  for (const [index, page] of context.pages().entries()) {
    // A page that keeps moving cannot be photographed; what it failed at matters more.
    await page.screenshot({ path: join(folder, `${name}-${index + 1}.png`) }).catch(() => undefined);
  }
}
