import assert from 'node:assert/strict';
import type { CDPSession } from 'playwright-core';
import { launchBrowser, signIn } from './portal-page.ts';
import { median, percentile, report } from './report.ts';
import type { Serving } from './serving.ts';

/** Limits of the 95th percentile, in milliseconds. */
const limits = { first: 150, all: 250, next: 100 } as const;
const roundTripMilliseconds = 50;
const openings = 20;

/** Open incidents, with enough on a page that each is opened once. */
const address = '/workunitsv2?size=50';

declare global {
  interface Window {
    /** Number of calls in flight. */
    pendingCalls?: number;
  }
}

/** Counts the calls of the page in flight. Runs in the page before its scripts. */
const countCalls = (): void => {
  window.pendingCalls = 0;
  const send = window.fetch.bind(window);
  window.fetch = async (...request) => {
    window.pendingCalls = (window.pendingCalls ?? 0) + 1;
    try {
      return await send(...request);
    } finally {
      window.pendingCalls -= 1;
    }
  };
};

interface Shown {
  /** Milliseconds until the text of the unit was painted. */
  readonly first: number;
  /** Milliseconds until everything that the panel requested was painted. */
  readonly all: number;
}

/** Opens a unit by a click on its title, or by J, and waits for the frames that paint it. Runs in the page. */
const timeOpening = ({ title, key }: { readonly title: string; readonly key: string | null }): Promise<Shown> =>
  new Promise((resolve) => {
    const began = performance.now();
    let first: number | undefined;
    const isShown = (): boolean =>
      [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] input[name="title"]')].some(
        (input) => input.value === title,
      );
    const afterPaint = (then: () => void): void => {
      // A message posted in an animation frame is delivered after the paint.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        then();
      };
      port2.postMessage(undefined);
    };
    const look = (): void => {
      if (first === undefined && isShown()) afterPaint(() => (first = performance.now() - began));
      if (first !== undefined && window.pendingCalls === 0) {
        const shown = first;
        afterPaint(() => resolve({ first: shown, all: performance.now() - began }));
      } else requestAnimationFrame(look);
    };
    const link = [...document.querySelectorAll<HTMLElement>('[role="row"] button, article button, li button')].find(
      (button) => button.textContent === title,
    );
    if (key !== null) document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    else link?.click();
    requestAnimationFrame(look);
  });

const delayCalls = async (session: CDPSession, latency: number): Promise<void> => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
};

/** Opening one of a million units in a browser: from the click, or from the key with the unit prefetched, to the paint. */
export const benchmarkUnitPanel = async ({ origin }: Serving): Promise<void> => {
  const browser = await launchBrowser();
  const tell = (name: string, samples: readonly number[], limit: number): void => {
    const figure = `1,000,000 work units in a browser, ${name}`;
    report({ name: `${figure}, median`, value: median(samples), unit: 'ms' });
    report({ name: `${figure}, p95 (at most ${limit} ms)`, value: percentile(samples, 0.95), unit: 'ms' });
  };
  try {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    await context.addInitScript(countCalls);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await signIn(page, address);
    await page.getByRole('row').nth(1).waitFor();
    await page.goto(address);
    await page.getByRole('row').nth(1).waitFor();
    const titles = await page
      .locator('[role="row"][data-id] [data-field="title"]')
      .evaluateAll((cells) => cells.map((cell) => cell.textContent));
    assert.ok(titles.length > 3, 'The list shows too few units.');
    const close = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.waitForLoadState('networkidle');
    };
    const open = async (title: string): Promise<Shown> => {
      await page.waitForLoadState('networkidle');
      const shown = await page.evaluate(timeOpening, { title, key: null });
      await close();
      return shown;
    };
    const opened = async (): Promise<readonly Shown[]> => {
      const samples: Shown[] = [];
      for (let count = 0; count < openings; count += 1) samples.push(await open(titles[count % titles.length] ?? ''));
      return samples;
    };
    // Warm-up: loads and compiles the scripts of the panel.
    for (const title of titles.slice(0, 2)) await open(title);
    tell(
      'opening a unit, its text',
      (await opened()).map(({ first }) => first),
      limits.first,
    );
    await delayCalls(session, roundTripMilliseconds);
    const delayed = await opened();
    const link = `a round trip of ${roundTripMilliseconds} ms`;
    tell(
      `opening a unit over ${link}, its text`,
      delayed.map(({ first }) => first),
      limits.first,
    );
    tell(
      `opening a unit over ${link}, all of it`,
      delayed.map(({ all }) => all),
      limits.all,
    );
    await page.evaluate(timeOpening, { title: titles[0] ?? '', key: null });
    const stepped: Shown[] = [];
    for (const title of titles.slice(1, openings + 1)) {
      // The neighbours are prefetched by then.
      await page.waitForLoadState('networkidle');
      stepped.push(await page.evaluate(timeOpening, { title, key: 'j' }));
    }
    tell(
      `the next unit by its key, prefetched, over ${link}`,
      stepped.map(({ first }) => first),
      limits.next,
    );
  } finally {
    await browser.close();
  }
};
