import type { CDPSession, Page } from 'playwright-core';

/** The cost of one response, in milliseconds. */
export interface ShownAnswer {
  /** From `responseEnd` of the resource timing until the rows were painted. */
  readonly shown: number;
  /** CPU time of the page's main thread since the request. */
  readonly worked: number;
  /** Its share in scripts, and in style and layout. */
  readonly script: number;
  readonly layout: number;
}

declare global {
  interface Window {
    /** When the awaited rows were painted, in milliseconds since the time origin. */
    rowsPainted?: Promise<number>;
  }
}

/**
 * Waits for the frame that paints new rows over the whole height of the list: rows other than the current ones, or one
 * with this text. Runs in the page.
 */
export const watchRows = (text?: string): void => {
  const rows = () => [...document.querySelectorAll<HTMLElement>('[role="grid"] [role="row"][data-id]')];
  const keys = () =>
    rows()
      .map((row) => row.dataset['id'])
      .join();
  const before = keys();
  const areThere = (): boolean => {
    const last = rows().at(-1);
    if (!last) return false;
    if (text === undefined ? keys() === before : !rows().some((row) => row.textContent.includes(text))) return false;
    const list = last.closest('.MuiDataGrid-virtualScroller');
    return (
      list !== null && last.getBoundingClientRect().bottom >= list.getBoundingClientRect().bottom - last.offsetHeight
    );
  };
  window.rowsPainted = new Promise((resolve) => {
    const look = (): void => {
      if (!areThere()) return void requestAnimationFrame(look);
      // A message posted in an animation frame is delivered after the paint.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve(performance.now());
      };
      port2.postMessage(undefined);
    };
    requestAnimationFrame(look);
  });
};

const lastAnswer = (part: string): number => {
  const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes(part));
  return Math.max(...answers.map((entry) => (entry as PerformanceResourceTiming).responseEnd));
};

/** CPU time of the page's main thread so far, which does not depend on the machine's load. */
export const countWork = async (session: CDPSession): Promise<void> => {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
};

const workSoFar = async (session: CDPSession): Promise<Omit<ShownAnswer, 'shown'>> => {
  const { metrics } = await session.send('Performance.getMetrics');
  const milliseconds = (...names: readonly string[]): number =>
    metrics.filter(({ name }) => names.includes(name)).reduce((sum, { value }) => sum + value * 1000, 0);
  return {
    worked: milliseconds('TaskDuration'),
    script: milliseconds('ScriptDuration'),
    layout: milliseconds('LayoutDuration', 'RecalcStyleDuration'),
  };
};

/** Resolves when the awaited rows are painted. `part` identifies their response among the resource timings. */
export const timeShown = async (page: Page, part: string): Promise<number> => {
  const painted = await page.evaluate(() => window.rowsPainted);
  const answered = await page.evaluate(lastAnswer, part);
  if (painted === undefined || !Number.isFinite(answered))
    throw new Error('The page was reloaded while waiting for rows.');
  return painted - answered;
};

/** Makes the page load rows, or one with this text, and measures the cost of rendering them. */
export const timeAnswer = async (options: {
  readonly page: Page;
  readonly session: CDPSession;
  readonly part: string;
  readonly ask: () => Promise<void>;
  readonly text?: string;
}): Promise<ShownAnswer> => {
  const { page, session, part, ask, text } = options;
  await page.evaluate(() => performance.clearResourceTimings());
  await page.evaluate(watchRows, text);
  const before = await workSoFar(session);
  await ask();
  const shown = await timeShown(page, part);
  const after = await workSoFar(session);
  return {
    shown,
    worked: after.worked - before.worked,
    script: after.script - before.script,
    layout: after.layout - before.layout,
  };
};
