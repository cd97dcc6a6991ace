import type { Locator, Page } from 'playwright-core';

/** Chooses from a drop-down within `form`; its options lie over the whole page. */
export async function choose(form: Locator, label: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).click();
  await form.page().getByRole('option', { name: option, exact: true }).click();
}

/** The side panel with this title. */
export const panel = (page: Page, title: string | RegExp): Locator => page.getByRole('dialog', { name: title });

/** A short notice at the edge of the window. */
export const toast = (page: Page, text: string | RegExp): Locator => page.locator('.toast').filter({ hasText: text });
