import type { Locator, Page } from 'playwright-core';

/** The grid with this name. */
export const list = (page: Page, name: string): Locator => page.getByRole('grid', { name });

/** The row that contains this text. */
export const row = (page: Page, name: string, text: string | RegExp): Locator =>
  list(page, name).getByRole('row').filter({ hasText: text });

/** The texts of the cells of `column`, top to bottom. */
export const cellsOf = async (page: Page, name: string, column: string): Promise<string[]> => {
  const headers = await list(page, name).getByRole('columnheader').allInnerTexts();
  const place = headers.findIndex((header) => header.trim() === column) + 1;
  return list(page, name).locator(`[role="gridcell"][aria-colindex="${place}"]`).allInnerTexts();
};

/** Waits until the list is sorted by `column` and shows the rows of the new order. */
export async function sorted(page: Page, name: string, column: string): Promise<void> {
  await list(page, name).locator('[role="columnheader"][aria-sort$="ending"]', { hasText: column }).waitFor();
  await page
    .locator('[aria-busy="true"]')
    .filter({ has: list(page, name) })
    .waitFor({ state: 'hidden' });
}

/** Submits a search of the screen's list. */
export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('search').getByRole('textbox').fill(text);
  await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click();
}

/** Adds a multi-value filter to the screen's list. */
export async function addFilter(
  page: Page,
  column: string,
  operator: string,
  values: readonly string[],
): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Add filter' });
  for (const [field, option] of [
    ['Column', column],
    ['Operator', operator],
  ] as const) {
    await editor.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  for (const value of values) await editor.getByRole('checkbox', { name: value, exact: true }).check();
  await editor.getByRole('button', { name: 'Apply' }).click();
  await editor.waitFor({ state: 'hidden' });
}
