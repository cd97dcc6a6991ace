import type { TenantLookup } from '@cfs/contracts/access';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { row, search } from '../pages/data-list.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import { entriesOf, openFromMenu } from '../pages/main-menu.ts';

const openTab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

const confirm = (page: Page, title: string, yes: string): Promise<void> =>
  panel(page, title).getByRole('button', { name: yes }).click();

const saveAndClose = async (form: Locator): Promise<void> => {
  await form.getByRole('button', { name: 'Save & Close' }).click();
  await form.waitFor({ state: 'hidden' });
};

describe('access', () => {
  journey('a custom role is granted, works, and is revoked', async ({ visit, product }) => {
    const tenants = (await (await apiAs(product, 'admin')).call('GET', '/api/generallookup/tenants')) as TenantLookup[];
    const fabrikam = tenants.find(({ name }) => name.startsWith('Fabrikam'))?.tenantId ?? '';

    const { page: desk, browserErrors } = await visit();
    browserErrors.allow(/status of 409/);
    await signIn(desk, 'admin');
    await openFromMenu(desk, 'Access');
    await openTab(desk, 'Roles');
    await desk.getByRole('button', { name: 'Create', exact: true }).click();
    const role = panel(desk, 'Create Role');
    await role.getByLabel('Name').fill('Night watch');
    await choose(role, 'Tenant', 'Fabrikam Field Services');
    await role.getByRole('checkbox', { name: 'Work Units: view' }).first().check();
    await role.getByRole('checkbox', { name: 'Home: view' }).check();
    await role.getByRole('button', { name: 'Save & Close' }).click();
    await row(desk, 'Roles', 'Night watch').getByText('Own').waitFor();

    await openTab(desk, 'People');
    await desk.getByRole('button', { name: 'Rita Requester', exact: true }).click();
    const person = panel(desk, 'Edit Person: Rita Requester');
    await person.getByRole('tab', { name: 'Grants' }).click();
    await person.getByRole('button', { name: 'Add Grant' }).click();
    const grant = panel(desk, 'Add Grant: Rita Requester');
    await choose(grant, 'Tenant', 'Fabrikam Field Services');
    await choose(grant, 'Role', 'Night watch');
    await saveAndClose(grant);
    await person.getByRole('row', { name: /Night watch/ }).waitFor();
    await person.getByRole('button', { name: 'Close', exact: true }).click();

    const { page: watch, browserErrors: refusals } = await visit();
    refusals.allow(/status of 403/);
    await signIn(watch, 'requester', `/${fabrikam}/workunitsv2`);
    await watch.getByRole('grid', { name: 'Work Units' }).waitFor();
    await expect.poll(() => entriesOf(watch, 'Menu')).toEqual(['Work Units', 'Change Calendar']);
    expect(await entriesOf(watch, 'Administration')).toEqual([]);
    const rita = await apiAs(product, 'requester');
    const statusOf = (path: string) => rita.status('GET', path, { 'x-tenant-id': fabrikam });
    expect(await statusOf('/v1/workunits?$top=1')).toBe(200);
    expect(await statusOf('/v1/devices')).toBe(403);

    await openTab(desk, 'Roles');
    await desk.getByRole('button', { name: 'Delete Night watch' }).click();
    await confirm(desk, 'Delete Role', 'Delete');
    await toast(desk, /granted to requester@demo\.example/).waitFor();
    await openTab(desk, 'Groups & Grants');
    await desk.getByRole('button', { name: 'Remove Night watch of requester@demo.example' }).click();
    await confirm(desk, 'Remove Grant', 'Remove');
    await row(desk, 'Grants', 'Night watch').waitFor({ state: 'detached' });
    await expect.poll(() => statusOf('/v1/workunits?$top=1')).toBe(403);
    await watch.reload();
    await watch.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await watch
      .getByRole('list', { name: 'Your tenants' })
      .getByRole('link', { name: /^Contoso/ })
      .waitFor();

    await openTab(desk, 'Roles');
    await desk.getByRole('button', { name: 'Delete Night watch' }).click();
    await confirm(desk, 'Delete Role', 'Delete');
    await row(desk, 'Roles', 'Night watch').waitFor({ state: 'detached' });
  });

  journey('the permissions of a person are explained by grant and role', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/access');
    await page.getByRole('button', { name: 'Olga Operator', exact: true }).click();
    const person = panel(page, 'Edit Person: Olga Operator');
    await person.getByRole('tab', { name: 'Why?' }).click();
    await person.getByText('Yes: Olga Operator has this permission.').waitFor();
    const grants = person.getByRole('table', { name: 'Grants that apply' });
    await grants.getByRole('row', { name: /Operator Granted to the person .* Yes/ }).waitFor();
    await choose(person, 'Area', 'Tokens');
    await choose(person, 'Permission', 'create');
    await person.getByText('No: none of the roles of Olga Operator in this tenant contains the permission.').waitFor();
    await grants.getByRole('button', { name: 'Operator', exact: true }).click();
    const role = panel(page, /Role: Operator/);
    await role.getByRole('tab', { name: 'Holders' }).click();
    await role.getByRole('link', { name: 'Why: Olga Operator in Contoso Operations' }).click();
    await person.getByText('Yes: Olga Operator has this permission.').waitFor();
    await grants.getByRole('button', { name: 'Show' }).first().click();
    await row(page, 'Grants', 'operator@demo.example').first().waitFor();
  });

  journey('a person is invited once and can be disabled', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    browserErrors.allow(/status of 409/);
    await signIn(page, 'admin', '/access');
    const invite = async (): Promise<Locator> => {
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const form = panel(page, 'Invite Person');
      await form.getByLabel('Mail').fill('ines@example.com');
      await form.getByLabel('Name').fill('Ines Newman');
      await choose(form, 'Role', 'Viewer');
      await form.getByRole('button', { name: 'Save & Close' }).click();
      return form;
    };
    await (await invite()).waitFor({ state: 'hidden' });
    await row(page, 'People', 'ines@example.com').getByText('Invited').waitFor();
    const again = await invite();
    await again.getByText('ines@example.com is already invited for that provider.').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await again.waitFor({ state: 'hidden' });

    await search(page, 'ines');
    await page.getByRole('button', { name: 'Disable Ines Newman' }).click();
    await confirm(page, 'Disable Person', 'Disable');
    await row(page, 'People', 'ines@example.com').getByText('Disabled').waitFor();
  });

  journey('an uploaded profile picture is shown', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    browserErrors.allow(/status of 400/);
    await signIn(page, 'operator');
    await page.getByRole('button', { name: /^Profile of / }).click();
    const profile = panel(page, 'Profile');
    const file = profile.locator('input[type="file"]');
    await file.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') });
    await profile.getByText('Please choose a PNG, JPEG or WebP picture.').waitFor();
    await file.setInputFiles({ name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('<p>') });
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByText(/^The picture was not changed\./).waitFor();
    await profile.getByRole('button', { name: 'Cancel' }).click();

    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() });
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByRole('button', { name: 'Change picture' }).waitFor();
    await page.reload();
    const shown = page.getByRole('button', { name: /^Profile of / }).locator('img');
    await shown.waitFor();
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('button', { name: /^Profile of / }).click();
    await profile.getByRole('button', { name: 'Remove' }).click();
    await profile.getByRole('button', { name: 'Upload picture' }).waitFor();
  });
});
