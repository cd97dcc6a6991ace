import type { CDPSession, Locator, Page } from 'playwright-core';
import { countWork, timeAnswer, timeShown, watchRows, type ShownAnswer } from './grid-page.ts';
import { launchBrowser, signIn } from './portal-page.ts';
import { median, percentile, report } from './report.ts';
import type { Serving } from './serving.ts';

const limit = 200;

/** New incidents in the default order, a hundred per page. */
const address = '/workunitsv2?size=100';
const askedRows = 'top=100';

const openings = 10;
const turns = 20;
/** Each in both directions: distinct orders that are not cached. */
const sorted = ['ID', 'Tenant', 'Title', 'Severity', 'Assigned To', 'Stakeholder', 'Last Updated', 'Created'];
const polls = 12;
/** The portal's `staleTime`: a page that is shown again is refetched only after it. */
const fresh = 5_100;

const opened = async (page: Page): Promise<number> => {
  await page.goto(address);
  const shown = await timeShown(page, askedRows);
  await page.waitForLoadState('networkidle');
  return shown;
};

const repeated = async <T>(times: number, action: (count: number) => Promise<T>): Promise<readonly T[]> => {
  const results: T[] = [];
  for (let count = 0; count < times; count += 1) results.push(await action(count));
  return results;
};

/** The time from the response to the painted rows, a hundred per page. */
export const benchmarkGrid = async ({ origin, owner }: Serving): Promise<void> => {
  const browser = await launchBrowser();
  let missed = 0;
  const tell = (name: string, shown: readonly number[], worked: readonly ShownAnswer[] = []): void => {
    const figure = `a grid of 100 rows, ${name}`;
    const value = percentile(shown, 0.95);
    if (value > limit) missed += 1;
    report({ name: `${figure}, from the answer to the painted rows, median`, value: median(shown), unit: 'ms' });
    report({ name: `${figure}, the same of 95 of 100 (at most ${limit} ms)`, value, unit: 'ms' });
    if (worked.length === 0) return;
    for (const [part, words] of [
      ['worked', 'work of the main thread from the question on'],
      ['script', 'of that in scripts'],
      ['layout', 'of that for styles and layout'],
    ] as const)
      report({ name: `${figure}, ${words}, median`, value: median(worked.map((each) => each[part])), unit: 'ms' });
  };
  const tellWork = (name: string, answers: readonly ShownAnswer[]): void =>
    tell(
      name,
      answers.map(({ shown }) => shown),
      answers,
    );

  /** Clicks by script: a real pointer would freeze the rows and cost hit tests. */
  const click = (target: Locator) => (): Promise<void> => target.evaluate((element: HTMLElement) => element.click());

  const measure = async (page: Page, session: CDPSession): Promise<void> => {
    const answer = async (ask: () => Promise<void>, text?: string): Promise<ShownAnswer> => {
      await page.waitForLoadState('networkidle');
      return timeAnswer({ page, session, part: askedRows, ask, ...(text === undefined ? {} : { text }) });
    };

    const forward = click(page.getByRole('button', { name: 'Go to next page' }));
    // Warm-up: compiles the scripts.
    await repeated(2, () => answer(forward));
    tellWork('a turn of the page', await repeated(turns, () => answer(forward)));

    const headers = sorted.flatMap((hasText) => {
      const header = click(page.getByRole('columnheader').filter({ hasText }).first());
      return [header, header];
    });
    const orders: ShownAnswer[] = [];
    for (const header of headers) orders.push(await answer(header));
    tellWork('another order', orders);

    const top = Number(await page.locator('[role="row"][data-id]').first().getAttribute('data-id'));
    tellWork(
      'news of one row by a poll',
      await repeated(polls, async (count) => {
        const title = `Benchmark update ${count}`;
        await owner.query('update cfs.work_units set title = $1 where work_unit_id = $2', [title, top]);
        await page.waitForTimeout(fresh);
        return answer(
          () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))),
          title,
        );
      }),
    );
  };

  try {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await countWork(session);
    await signIn(page, address);
    await page.getByRole('row').nth(1).waitFor();
    await measure(page, session);
    await page.addInitScript(watchRows, undefined);
    await opened(page);
    tell('opening the list by its address', await repeated(openings, () => opened(page)));
  } finally {
    await browser.close();
  }
  report({ name: 'a grid of 100 rows, figures above what they may be', value: missed, unit: 'figures' });
};
