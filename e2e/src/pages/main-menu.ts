import type { Locator, Page } from 'playwright-core';

export const mainMenu = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** Opens a screen by its menu entry. */
export const openFromMenu = (page: Page, label: string): Promise<void> =>
  mainMenu(page).getByRole('link', { name: label, exact: true }).click();

/** The names of the entries of a menu group in order, without the views below them; empty without the group. */
export const entriesOf = (page: Page, group: string): Promise<string[]> =>
  mainMenu(page)
    .getByRole('list', { name: group })
    .locator(':scope > li > a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''));
