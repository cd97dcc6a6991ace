import type { Page } from 'playwright-core';

export type Theme = 'light' | 'dark';

/** Lets this browser remember a theme, as the switch in the header does, and shows the page in it. */
export async function showIn(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('cfs-portal.preference.theme', chosen), theme);
  await page.reload();
}
