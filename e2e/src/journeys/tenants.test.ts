import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { cellsOf, row, search } from '../pages/data-list.ts';
import { choose, panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

describe('tenants', () => {
  journey('additional fields are added to a tenant, and it is disabled', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/tenants');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(page, 'Create Tenant');
    await creation.getByLabel('Name').fill('Northwind');
    await creation.getByRole('button', { name: 'Save', exact: true }).click();

    const editing = panel(page, 'Edit Tenant: Northwind');
    await editing.getByRole('tab', { name: 'Additional Fields' }).click();
    await editing.getByRole('button', { name: 'Add field' }).click();
    await editing.getByRole('button', { name: 'Add field' }).click();
    const [first, second] = [1, 2].map((number) => editing.getByRole('group', { name: `Additional field ${number}` }));
    if (!first || !second) throw new Error('Two fields were added.');
    await first.getByLabel('Name').fill('Floor');
    await choose(first, 'Type', 'Dropdown');
    await first.getByLabel('Options').fill('1st, 2nd');
    await second.getByLabel('Name').fill('Building');
    await choose(second, 'Column', 'Custom Value 1');
    await editing.getByRole('button', { name: 'Save', exact: true }).click();
    await second.getByText('Can not have duplicate custom fields.').waitFor();
    await choose(second, 'Column', 'Custom Value 7');
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.waitFor({ state: 'hidden' });

    await search(page, 'northwind');
    await expect.poll(() => cellsOf(page, 'Tenants', 'Name')).toEqual(['Northwind']);
    const enabled = row(page, 'Tenants', 'Northwind').getByRole('switch');
    await enabled.click();
    await panel(page, 'Disable Tenant').getByRole('button', { name: 'Disable' }).click();
    await expect.poll(() => enabled.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Edit Northwind' }).click();
    await editing.getByRole('tab', { name: 'Additional Fields' }).click();
    expect(await second.getByLabel('Name').inputValue()).toBe('Building');
  });

  journey('a subscription is created, renamed, and can be chosen', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/tenants');
    await page.getByRole('button', { name: 'Subscriptions of Contoso Operations' }).click();
    const list = panel(page, 'Subscriptions: Contoso Operations');
    await list.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(page, 'Create Subscription');
    await creation.getByLabel('Name').fill(' ');
    await creation.getByRole('button', { name: 'Save', exact: true }).click();
    await creation.getByText('Please enter a name.').waitFor();
    await creation.getByLabel('Name').fill('Rehearsal');
    await creation.getByRole('button', { name: 'Save & Close' }).click();
    await creation.waitFor({ state: 'hidden' });

    await list.getByRole('button', { name: 'Rehearsal', exact: true }).click();
    const editing = panel(page, 'Edit Subscription: Rehearsal');
    await editing.getByLabel('Name').fill('Dress rehearsal');
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await list.getByRole('button', { name: 'Dress rehearsal' }).waitFor();
    await list.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Tenant and subscription: / }).click();
    await panel(page, 'Tenant and subscription').getByRole('combobox', { name: 'Subscription' }).click();
    await page.getByRole('option', { name: 'Dress rehearsal' }).waitFor();
  });
});
