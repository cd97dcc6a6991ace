import type { Locator, Page } from 'playwright-core';

/** Selects an option of a select within `form`; the options are rendered in a React portal. */
export async function choose(form: Locator, label: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).click();
  await form.page().getByRole('option', { name: option, exact: true }).click();
}

/** The side panel with this title. */
export const panel = (page: Page, title: string | RegExp): Locator => page.getByRole('dialog', { name: title });

/** A toast. */
export const toast = (page: Page, text: string | RegExp): Locator => page.locator('.toast').filter({ hasText: text });

/**
 * Replaces the text of a code editor. The editor itself deletes the old text first: when text is replaced, Chromium
 * preserves its style by an inline style, which the content security policy blocks.
 */
export const replaceCode = async (editor: Locator, text: string): Promise<void> => {
  await editor.press('ControlOrMeta+a');
  await editor.press('Delete');
  await editor.fill(text);
};
