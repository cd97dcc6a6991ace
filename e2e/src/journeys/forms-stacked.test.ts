import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { list } from '../pages/data-list.ts';
import { panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

describe('stacked drawers', () => {
  journey('Escape closes the top one and restores the focus', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/tenants');
    const opener = list(page, 'Tenants').getByRole('button', { name: 'Subscriptions of Contoso Operations' });
    await opener.click();
    const below = panel(page, 'Subscriptions: Contoso Operations');
    await below.getByRole('button', { name: 'Create', exact: true }).click();
    const above = panel(page, 'Create Subscription');
    await above.getByLabel('Name').fill('Half a plan');
    await page.keyboard.press('Escape');
    await panel(page, 'Unsaved changes').getByRole('button', { name: 'No' }).click();
    await page.keyboard.press('Escape');
    await panel(page, 'Unsaved changes').getByRole('button', { name: 'Yes' }).click();
    await above.waitFor({ state: 'hidden' });
    expect(await below.isVisible()).toBe(true);
    expect(page.url()).toMatch(/subscriptions=[0-9a-f-]{36}/);
    expect(page.url()).not.toMatch(/subscription=/);
    const create = below.getByRole('button', { name: 'Create', exact: true });
    await expect.poll(() => create.evaluate((button) => button === document.activeElement)).toBe(true);

    await page.keyboard.press('Escape');
    await below.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});
