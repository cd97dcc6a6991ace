import type { Locator, Page } from 'playwright-core';

export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });

/** Opens the command palette by its shortcut and waits for its input. */
export async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const field = palette(page).getByRole('combobox');
  await field.waitFor();
  return field;
}

/** The options of the palette, top to bottom. */
export const foundIn = (page: Page): Promise<string[]> => palette(page).getByRole('option').allInnerTexts();

/** The active option. */
export const chosenIn = (page: Page): Locator => palette(page).locator('[role="option"][aria-selected="true"]');
