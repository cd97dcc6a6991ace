import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations, scrollsSideways } from '../harness/accessibility-violations.ts';
import { journey } from '../harness/journey.ts';
import { signIn, signInByForm } from '../pages/login-page.ts';

const follow = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Return to the old experience' }).click();
  await page.waitForURL(/\/workunits\/index$/);
};

describe('the old experience', () => {
  journey('is searched, sorted and paged without scripts', async ({ browser, visit }) => {
    const { page, context } = await visit();
    await signIn(page, 'viewer', '/workunitsv2');
    await follow(page);
    const state = await context.storageState();
    const plain = await browser.newContext({ storageState: state, javaScriptEnabled: false });
    try {
      const table = await plain.newPage();
      await table.goto(page.url());
      await table.getByRole('heading', { name: 'Work Units' }).waitFor();
      await table.getByLabel('Rows').selectOption('10');
      await table.getByRole('button', { name: 'Show' }).click();
      await table.getByRole('link', { name: 'Title' }).click();
      await table.locator('th[aria-sort="ascending"]', { hasText: 'Title' }).waitFor();
      const [first = ''] = await table.locator('td.title').allInnerTexts();
      await table.getByRole('link', { name: 'Next page' }).click();
      await table.getByText('Rows 11 to').waitFor();
      expect(await table.locator('td.title').allInnerTexts()).not.toContain(first);
      await table.getByLabel('Search').fill(first);
      await table.getByRole('button', { name: 'Show' }).click();
      await table.getByText('Rows 1 to').waitFor();
      expect(new Set(await table.locator('td.title').allInnerTexts())).toEqual(new Set([first]));
    } finally {
      await plain.close();
    }
  });

  journey('links to the portal and back', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'viewer', '/workunitsv2');
    await follow(page);
    const unit = page.locator('td.title a').first();
    const title = await unit.innerText();
    await unit.click();
    await page.getByRole('dialog').filter({ hasText: title }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Go to the new experience' }).click();
    await page.getByRole('grid', { name: 'Work units' }).waitFor();
  });

  journey('ends with the sign-out from the portal', async ({ visit }) => {
    const { page, context } = await visit();
    await signInByForm(page, 'viewer', '/workunitsv2');
    await follow(page);
    const address = page.url();
    const plain = await context.newPage();
    await plain.goto(address);
    await plain.getByRole('table').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: /^Profile of ./ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Login' }).waitFor();
    await plain.reload();
    await plain.getByRole('button', { name: 'Login' }).waitFor();
  });

  journey('opens by URL after a sign-in', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'viewer', '/workunitsv2');
    const address = page.url().replace('/workunitsv2', '/workunits/index?search=mail');
    await page.goto(address);
    await page.getByRole('table').waitFor();
    expect(page.url()).toBe(address);
    expect(await page.getByLabel('Search').inputValue()).toBe('mail');
    const zone = await page.evaluate(() =>
      new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).format().split(' ').at(-1),
    );
    expect(await page.locator('tbody tr').first().innerText()).toMatch(
      new RegExp(`\\d{1,2}/[A-Z][a-z]{2}/\\d{4} \\d{2}:\\d{2} ${zone?.replace('+', '\\+')}`),
    );
  });

  journey('has no accessibility violations in both colour schemes', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'viewer', '/workunitsv2');
    await follow(page);
    for (const colorScheme of ['dark', 'light'] as const)
      for (const width of [1440, 1024, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await accessibilityViolations(page), `${colorScheme} ${width}`).toEqual([]);
        expect(await scrollsSideways(page), `${colorScheme} ${width}`).toBe(false);
      }
  });
});
