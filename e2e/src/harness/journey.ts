import { test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { makeDataDirectory } from './data-directory.ts';
import { startProduct } from './product.ts';
import { serverErrors } from './server-errors.ts';
import { keepPictures, openVisit, type Visit, type VisitOptions } from './visit.ts';

/**
 * A test of the whole product. `product` is one freshly started first run for all journeys; `visit` opens a browser
 * of one's own on it. A journey fails on any fault that its browsers recorded and did not expect, and on any answer of
 * 500 or above that the server gave to anybody.
 */
export const journey = test
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('product', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const directory = await makeDataDirectory();
    const product = await startProduct({ dataDirectory: directory.path });
    onCleanup(async () => {
      await product.stop();
      await directory[Symbol.asyncDispose]();
    });
    return product;
  })
  .extend('visit', async ({ browser, product, task }, { onCleanup }) => {
    const visits: Visit[] = [];
    onCleanup(async () => {
      const faults = [...visits.flatMap((visit) => visit.faults.unexpected()), ...(await serverErrors(product))];
      const hasFailed = faults.length > 0 || (task.result?.errors?.length ?? 0) > 0;
      for (const visit of visits) {
        if (hasFailed) await keepPictures(visit, task.name);
        await visit.context.close();
      }
      if (faults.length > 0) throw new Error(`The journey met faults:\n${faults.join('\n')}`);
    });
    return async (options: VisitOptions = {}): Promise<Visit> => {
      const visit = await openVisit(browser, product.address, options);
      visits.push(visit);
      return visit;
    };
  });
