import type { Page } from 'playwright-core';

/** Waits until the screen has what it asked for and shows no placeholder any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => !document.querySelector('[role="progressbar"]:not([aria-hidden]), .MuiSkeleton-root'),
  );
  await page.evaluate(() => document.fonts.ready);
}
