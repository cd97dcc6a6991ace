import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { idleMilliseconds, pendingRequests } from '../harness/tracked-requests.ts';

/** Waits until there are no skeletons, and until styles and fonts have been stable for some frames. */
export async function rendered(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const isPlaceholder = '[role="progressbar"]:not([aria-hidden]), .MuiSkeleton-root';
    const ends = ({ effect }: Animation): boolean => effect?.getComputedTiming().endTime !== Infinity;
    // An inherited colour starts one transition per frame and level.
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise(requestAnimationFrame);
      const isMoving = document.getAnimations().some(ends) || document.fonts.status === 'loading';
      if (isMoving || document.querySelector(isPlaceholder)) return false;
    }
    return true;
  });
}

/** Waits until a newly opened screen is network-idle and rendered. */
export async function opened(page: Page): Promise<void> {
  const isIdle = (): boolean => pendingRequests(page.context()) === 0;
  await page.waitForLoadState();
  do {
    await expect.poll(isIdle).toBe(true);
    await rendered(page);
  } while (!isIdle());
}

/**
 * Waits until the page has been network-idle for half a second, which is longer than any debounce, and is rendered. A
 * page whose scripts run for longer than that may send its next request while it renders, so idleness is checked again.
 */
export async function networkIdle(page: Page): Promise<void> {
  const idle = (): number => idleMilliseconds(page.context());
  await page.waitForLoadState();
  do {
    await expect.poll(idle).toBeGreaterThan(500);
    await rendered(page);
  } while (idle() <= 500);
}
