import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { networkIdle } from './network-idle.ts';

/** Measurements of opening a URL with an empty cache. */
export interface ColdOpening {
  /** Transferred bytes of each script and style file, by path. */
  readonly files: ReadonlyMap<string, number>;
  /** The paths of those files that were sent without Brotli although they are large enough to be compressed. */
  readonly uncompressed: readonly string[];
  readonly requests: number;
  /** The sum of all layout shifts without recent input. */
  readonly layoutShift: number;
  /** The largest shifts, with the elements that moved. */
  readonly shifted: readonly string[];
}

const compressedFrom = 1_024;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: Box; readonly currentRect: Box }[];
}

declare global {
  interface Window {
    /** The layout shifts since the page was loaded. */
    layoutShifts?: { value: number; moved: string }[];
  }
}

/** Records the layout shifts of all pages that are loaded from now on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const describeBox = ({ x, y, width, height }: Box): string => [x, y, width, height].map(Math.round).join(' ');
    const describe = ({ node, previousRect, currentRect }: Shift['sources'][number]): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      const name = `${element?.tagName.toLowerCase() ?? '?'}.${element?.className ?? ''}`;
      const text = (element?.textContent ?? '').slice(0, 40);
      return `${name} "${text}" from ${describeBox(previousRect)} to ${describeBox(currentRect)}`;
    };
    const shifts: { value: number; moved: string }[] = [];
    window.layoutShifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        shifts.push({ value: entry.value, moved: entry.sources.map(describe).join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of the layout shifts of the page so far, and descriptions of the largest ones. */
export async function layoutShiftOf(page: Page): Promise<Pick<ColdOpening, 'layoutShift' | 'shifted'>> {
  const shifts = await page.evaluate(() => window.layoutShifts);
  if (!shifts) throw new Error('The layout shifts of this page are not recorded.');
  return {
    layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    shifted: shifts
      .toSorted((one, other) => other.value - one.value)
      .slice(0, 5)
      .map(({ value, moved }) => `${value.toFixed(3)}: ${moved}`),
  };
}

interface SentFile {
  readonly path: string;
  readonly encoding: string | undefined;
  /** Bytes that had arrived with the headers. */
  readonly headerBytes: number;
  /** `undefined` until the file has arrived completely. */
  bytes: number | undefined;
}

/**
 * Records the script and style files that the browser loads by its network events, because Playwright may wait for
 * their sizes indefinitely.
 */
async function recordFiles(session: CDPSession): Promise<ReadonlyMap<string, SentFile>> {
  const files = new Map<string, SentFile>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' && type !== 'Stylesheet') return;
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
    files.set(requestId, {
      path: new URL(response.url).pathname,
      encoding,
      headerBytes: response.encodedDataLength,
      bytes: undefined,
    });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength - file.headerBytes;
  });
  await session.send('Network.enable');
  return files;
}

/** Opens a URL with an empty cache, waits until it is network-idle, and returns the measurements. */
export async function openCold(page: Page, address: string): Promise<ColdOpening> {
  const session = await page.context().newCDPSession(page);
  let requests = 0;
  const count = (): void => {
    requests += 1;
  };
  page.on('request', count);
  try {
    await session.send('Network.clearBrowserCache');
    const recorded = await recordFiles(session);
    await page.goto(address);
    await networkIdle(page);
    const files = () => [...recorded.values()];
    await expect.poll(() => files().filter(({ bytes }) => bytes === undefined)).toEqual([]);
    return {
      files: new Map(files().map(({ path, bytes = 0 }) => [path, bytes])),
      uncompressed: files().flatMap(({ path, bytes = 0, encoding }) =>
        bytes >= compressedFrom && encoding !== 'br' ? [path] : [],
      ),
      requests,
      ...(await layoutShiftOf(page)),
    };
  } finally {
    page.off('request', count);
    await session.detach();
  }
}
