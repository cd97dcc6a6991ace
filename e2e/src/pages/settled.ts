import type { Page } from 'playwright-core';

/** Waits until the screen shows no placeholder any more and stands as its styles and fonts want it. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('[role="progressbar"]:not([aria-hidden]), .MuiSkeleton-root'),
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** Waits until a screen that was just opened has what it asked for, and is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await drawn(page);
}
