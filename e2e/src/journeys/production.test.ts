import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { installedPostgres } from '../harness/empty-database.ts';
import type { ForeignPerson } from '../harness/foreign-provider.ts';
import { signInPrefix } from '../harness/sign-in-cache.ts';
import { productionJourney } from '../harness/production-journey.ts';
import { choose, panel } from '../pages/fields.ts';
import { openFromMenu } from '../pages/main-menu.ts';

const ada: ForeignPerson = { subject: 'auth0|6f1e0b', mail: 'ada@example.com' };
const ben: ForeignPerson = { subject: '1f0c3a52-77', mail: 'ben@example.com' };
const eve: ForeignPerson = { subject: 'nobody@here', mail: 'eve@example.com' };

const login = (page: Page): Promise<void> => page.getByRole('button', { name: 'Login' }).click();
const profileOf = (page: Page, mail: string) => page.getByRole('button', { name: `Profile of ${mail}` });

const storedToken = (page: Page): Promise<string> =>
  page.evaluate((prefix) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith(prefix)) ?? '';
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string }).access_token ?? '';
  }, signInPrefix);

const installations = [
  { provider: 'generous', postgres: undefined, renewal: 'refresh_token' },
  { provider: 'sparse', postgres: installedPostgres, renewal: 'authorization_code' },
  { provider: 'scoped', postgres: undefined, renewal: 'refresh_token' },
] as const;

describe.each(installations)('the first hour with a $provider provider', ({ provider: kind, postgres, renewal }) => {
  const journey = productionJourney({ provider: kind, postgres, administrator: ada.mail });

  // One installation: the tests run in order.
  journey('from the first sign-in to a second person', async ({ visit, provider }) => {
    const stranger = await visit();
    stranger.browserErrors.allow(/status of 403/);
    provider.recognize(eve);
    await stranger.page.goto('/');
    await login(stranger.page);
    await stranger.page
      .getByText('You do not have access. Please contact your system administrator for access.')
      .waitFor();

    const { page } = await visit();
    await page.clock.install();
    provider.recognize(ada);
    await page.goto('/devices');
    await login(page);
    await page.getByRole('heading', { name: 'Create the First Tenant' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Contoso Operations');
    await page.getByRole('button', { name: 'Create Tenant' }).click();
    await page.getByRole('heading', { name: 'Work Units' }).waitFor();
    await profileOf(page, ada.mail).waitFor();

    await openFromMenu(page, 'Access');
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const form = panel(page, 'Invite Person');
    await form.getByLabel('Mail').fill(ben.mail);
    await choose(form, 'Role', 'Operator');
    await form.getByRole('button', { name: 'Save & Close' }).click();
    await form.waitFor({ state: 'hidden' });

    const second = await visit();
    provider.recognize(ben);
    await second.page.goto('/workunitsv2');
    await login(second.page);
    await second.page.getByRole('grid', { name: 'Work Units' }).waitFor();
    await profileOf(second.page, ben.mail).waitFor();

    provider.recognize(ada);
    const before = await storedToken(page);
    await page.clock.fastForward('09:30');
    await expect.poll(() => storedToken(page)).not.toBe(before);
    expect(provider.grants.at(-1)).toBe(renewal);
    await profileOf(page, ada.mail).waitFor();

    await profileOf(page, ada.mail).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/user/login');
    expect(provider.hasEndedSession()).toBe(kind !== 'sparse');
    expect(await storedToken(page)).toBe('');
  });
});
