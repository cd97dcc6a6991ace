import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { quietTime, requestsUnderWay } from '../harness/requests-under-way.ts';

/** Waits until the screen shows no placeholder any more, and stands for some frames as its styles and fonts want it. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const isPlaceholder = '[role="progressbar"]:not([aria-hidden]), .MuiSkeleton-root';
    const ends = ({ effect }: Animation): boolean => effect?.getComputedTiming().endTime !== Infinity;
    // A colour that is inherited travels from an element to the next in a frame each.
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise(requestAnimationFrame);
      const isMoving = document.getAnimations().some(ends) || document.fonts.status === 'loading';
      if (isMoving || document.querySelector(isPlaceholder)) return false;
    }
    return true;
  });
}

/** Waits until what was just opened has the answers that it asked for, and is drawn. */
export async function opened(page: Page): Promise<void> {
  const waitsForNothing = (): boolean => requestsUnderWay(page.context()) === 0;
  await page.waitForLoadState();
  do {
    await expect.poll(waitsForNothing).toBe(true);
    await drawn(page);
  } while (!waitsForNothing());
}

/** Waits until the page has asked for nothing for half a second, as it does some time after what a person typed or chose. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState();
  await expect.poll(() => quietTime(page.context())).toBeGreaterThan(500);
  await drawn(page);
}
