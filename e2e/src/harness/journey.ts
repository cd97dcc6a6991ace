import type { Browser } from 'playwright-core';
import { test, type TestContext } from 'vitest';
import { launchBrowser } from './browser.ts';
import { copyFirstRun } from './made-first-run.ts';
import { startProduct, type Product } from './product.ts';
import { serverErrors } from './server-errors.ts';
import { openVisit, saveFailure, type Visit, type VisitOptions } from './visit.ts';

export type OnCleanup = (cleanUp: () => void | Promise<void>) => void;

const serve =
  (environment: Readonly<Record<string, string>>) =>
  async ({}: object, { onCleanup }: { onCleanup: OnCleanup }): Promise<Product> => {
    const directory = await copyFirstRun();
    const product = await startProduct({ dataDirectory: directory.path, environment });
    onCleanup(async () => {
      await product.stop();
      await directory[Symbol.asyncDispose]();
    });
    return product;
  };

const serveProduct = serve({});

interface VisitContext extends TestContext {
  readonly browser: Browser;
  readonly product: Product;
}

export async function openVisits({ browser, product, task }: VisitContext, { onCleanup }: { onCleanup: OnCleanup }) {
  const visits: Visit[] = [];
  onCleanup(async () => {
    const browserErrors = [
      ...visits.flatMap((visit) => visit.browserErrors.unexpected()),
      ...(await serverErrors(product)),
    ];
    const hasFailed = browserErrors.length > 0 || (task.result?.errors?.length ?? 0) > 0;
    for (const [index, visit] of visits.entries()) {
      if (hasFailed) await saveFailure(visit, `${task.name} ${index + 1}`);
      await visit.context.close();
    }
    if (browserErrors.length > 0) throw new Error(`The journey met browserErrors:\n${browserErrors.join('\n')}`);
  });
  return async (options: VisitOptions = {}): Promise<Visit> => {
    const visit = await openVisit(browser, product.address, options);
    visits.push(visit);
    return visit;
  };
}

export const browsing = test.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await launchBrowser();
  onCleanup(() => browser.close());
  return browser;
});

/**
 * An end-to-end test. `product` is shared by all journeys of a process, after its first run; `visit` opens a browser
 * context on it. A journey fails on any unexpected browser error, and on any response of 500 or above to any client.
 */
export const journey = browsing.extend('product', { scope: 'worker' }, serveProduct).extend('visit', openVisits);

/** A journey on a separate product after its first run, started for each file. */
export const freshJourney = browsing.extend('product', { scope: 'file' }, serveProduct).extend('visit', openVisits);

/** The same with additional environment variables. */
export const configuredJourney = (environment: Readonly<Record<string, string>>) =>
  browsing.extend('product', { scope: 'file' }, serve(environment)).extend('visit', openVisits);
