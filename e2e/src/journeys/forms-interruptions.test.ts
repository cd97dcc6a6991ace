import { describe, expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { journey } from '../harness/journey.ts';
import { signInPrefix } from '../harness/sign-in-cache.ts';
import { cellsOf, search } from '../pages/data-list.ts';
import { panel, toast } from '../pages/fields.ts';
import { signIn, signInByForm } from '../pages/login-page.ts';

const save = (form: Locator): Locator => form.getByRole('button', { name: 'Save', exact: true });
const saved = (form: Locator) => expect.poll(() => save(form).isDisabled()).toBe(true);

/** Creates a location; returns its open drawer. */
const openNewLocation = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const creation = panel(page, 'Create Location');
  await creation.getByLabel('Name').fill(name);
  await save(creation).click();
  const editing = panel(page, `Edit Location: ${name}`);
  await editing.waitFor();
  return editing;
};

/** Replaces the stored access token by an invalid one, as after an expiry or a revocation. */
const invalidateToken = (page: Page): Promise<void> =>
  page.evaluate((prefix) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith(prefix)) ?? '';
    const user = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const value = JSON.stringify({ ...user, access_token: 'not-a-token' });
    localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value, storageArea: localStorage }));
  }, signInPrefix);

describe('an edit that is interrupted', () => {
  journey('survives an expired session', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    browserErrors.allow(/status of 401/);
    await signInByForm(page, 'admin', '/locations');
    const editing = await openNewLocation(page, 'Interrupted depot');
    const address = page.url();
    await editing.getByLabel('City').fill('Hammerfest');
    await editing.getByLabel('Postal Code').fill('9600');
    await invalidateToken(page);
    await save(editing).click();
    await page.getByRole('button', { name: 'Login' }).click();

    await editing.getByText(/^What you typed before you signed in again was restored\./).waitFor();
    expect(page.url()).toBe(address);
    expect(await editing.getByLabel('City').inputValue()).toBe('Hammerfest');
    expect(await editing.getByLabel('Postal Code').inputValue()).toBe('9600');
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.waitFor({ state: 'hidden' });
    await search(page, 'Interrupted depot');
    await expect.poll(() => cellsOf(page, 'Locations', 'City')).toEqual(['Hammerfest']);
  });

  journey('survives a lost connection while saving', async ({ visit }) => {
    const { page, context, browserErrors } = await visit();
    browserErrors.allow(/net::ERR_INTERNET_DISCONNECTED/);
    await signIn(page, 'admin', '/locations');
    const editing = await openNewLocation(page, 'Unplugged depot');
    await editing.getByLabel('City').fill('Vadsø');
    await context.setOffline(true);
    await save(editing).click();
    await toast(page, /^The connection was lost while saving\./).waitFor();
    expect(await editing.getByLabel('City').inputValue()).toBe('Vadsø');
    await context.setOffline(false);
    await save(editing).click();
    await saved(editing);
    await page.reload();
    await expect.poll(() => editing.getByLabel('City').inputValue()).toBe('Vadsø');
  });

  journey('is not discarded by Back without confirmation', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(page, 'Create Location');
    await creation.getByLabel('Name').fill('Half a thought');
    await page.goBack();
    const question = panel(page, 'Unsaved changes');
    await question.getByRole('button', { name: 'No' }).click();
    expect(await creation.getByLabel('Name').inputValue()).toBe('Half a thought');
    await expect.poll(() => page.url()).toMatch(/open=new/);
    await page.goBack();
    await question.getByRole('button', { name: 'Yes' }).click();
    await creation.waitFor({ state: 'hidden' });
    await expect.poll(() => page.url()).not.toMatch(/open=/);
  });
});
