import type { Locator, Page } from 'playwright-core';

export const mainMenu = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** Opens a screen by its entry in the menu. */
export const openFromMenu = (page: Page, label: string): Promise<void> =>
  mainMenu(page).getByRole('link', { name: label, exact: true }).click();

/** The entries of one of the menu's groups, in their order; none when the group is not there. */
export const entriesOf = (page: Page, group: string): Promise<string[]> =>
  mainMenu(page).getByRole('list', { name: group }).getByRole('link').allInnerTexts();
