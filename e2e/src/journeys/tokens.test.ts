import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { row } from '../pages/data-list.ts';
import { choose, panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

describe('tokens', () => {
  journey('a token is shown once, works, and is revoked', async ({ visit, product }) => {
    const { page, context } = await visit();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, 'admin', '/tokens');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(page, 'Create Token');
    await creation.getByLabel('Name').fill('Nightly import');
    await creation.getByRole('button', { name: 'Save', exact: true }).click();
    await creation.getByText('Please choose a lifetime.').waitFor();
    await choose(creation, 'Lifetime', '1 year');
    await creation.getByRole('switch', { name: 'Read lists' }).click();
    await creation.getByRole('button', { name: 'Save & Close' }).click();

    const generated = panel(page, 'Generated Token: Nightly import');
    await generated.getByText('It cannot be viewed after you leave this page.').waitFor();
    const token = await generated.getByRole('status', { name: 'Generated token' }).innerText();
    await page.keyboard.press('Escape');
    await panel(page, 'Token not copied').getByRole('button', { name: 'No' }).click();
    await generated.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('tooltip', { name: 'Copied to clipboard' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await generated.getByRole('button', { name: 'Close' }).click();
    await generated.waitFor({ state: 'hidden' });

    const useToken = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${product.address}/v1/devices`, { headers })).status;
    };
    expect(await useToken()).toBe(200);
    await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
    await panel(page, 'Revoke Token').getByRole('button', { name: 'Revoke' }).click();
    await row(page, 'Tenant Tokens', 'Nightly import').getByText('Revoked').waitFor();
    expect(await useToken()).toBe(401);
  });
});
