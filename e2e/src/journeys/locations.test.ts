import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { addFilter, cellsOf, list, row, search, sorted } from '../pages/data-list.ts';
import { choose, panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

const question = 'There are unsaved changes. Are you sure you want to close?';

describe('locations', () => {
  journey('a location is created, found, and edited', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(page, 'Create Location');
    await creation.getByLabel('City').fill('Tromsø');
    await creation.getByRole('button', { name: 'Save', exact: true }).click();
    await creation.getByText('Please enter a name.').waitFor();
    expect(await creation.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
    await creation.getByLabel('Name').fill('Arctic depot');
    await choose(creation, 'Tenant', 'Contoso Operations');
    await creation.getByRole('button', { name: 'Save & Close' }).click();
    await creation.waitFor({ state: 'hidden' });

    await search(page, 'arctic');
    await expect.poll(() => cellsOf(page, 'Locations', 'Name')).toEqual(['Arctic depot']);
    expect(await cellsOf(page, 'Locations', 'City')).toEqual(['Tromsø']);
    await search(page, 'TROMSØ');
    await expect.poll(() => cellsOf(page, 'Locations', 'Name')).toEqual(['Arctic depot']);

    await page.getByRole('button', { name: 'Edit Arctic depot' }).click();
    const editing = panel(page, 'Edit Location: Arctic depot');
    await editing.getByLabel('State').fill('Troms');
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.waitFor({ state: 'hidden' });
    await expect.poll(() => cellsOf(page, 'Locations', 'State')).toEqual(['Troms']);
  });

  journey('a search without a match shows a message', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations');
    await search(page, "O'Nowhere %_");
    await page.getByText(`Nothing matches "O'Nowhere %_"`).waitFor();
  });

  journey('closing a panel asks about unsaved changes', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(page, 'Create Location');
    await creation.getByLabel('Name').fill('Half a thought');
    await page.keyboard.press('Escape');
    const asking = page.getByRole('dialog').filter({ hasText: question });
    await asking.getByRole('button', { name: 'No' }).click();
    await asking.waitFor({ state: 'hidden' });
    expect(await creation.getByLabel('Name').inputValue()).toBe('Half a thought');
    await creation.getByRole('button', { name: 'Close', exact: true }).click();
    await asking.getByRole('button', { name: 'Yes' }).click();
    await creation.waitFor({ state: 'hidden' });
  });

  journey('a link with an open panel shows the same screen', async ({ visit }) => {
    const { page, context } = await visit();
    await signIn(page, 'admin', '/locations');
    await addFilter(page, 'Tenant', 'is any of', ['Fabrikam Field Services']);
    await expect
      .poll(async () => new Set(await cellsOf(page, 'Locations', 'Tenant')))
      .toEqual(new Set(['Fabrikam Field Services']));
    await list(page, 'Locations').getByRole('columnheader', { name: 'City' }).click();
    await expect.poll(() => page.url()).toMatch(/sort=city/);
    await sorted(page, 'Locations', 'City');
    const names = await cellsOf(page, 'Locations', 'Name');
    const [first = ''] = names;
    await page.getByRole('button', { name: `Edit ${first}` }).click();
    await panel(page, `Edit Location: ${first}`).waitFor();

    const other = await context.newPage();
    await other.goto(page.url());
    await panel(other, `Edit Location: ${first}`).waitFor();
    await panel(other, `Edit Location: ${first}`).press('Escape');
    await panel(other, `Edit Location: ${first}`).waitFor({ state: 'hidden' });
    await expect.poll(() => cellsOf(other, 'Locations', 'Name')).toEqual(names);
  });

  journey('Back reverts one step at a time', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/locations');
    await row(page, 'Locations', /./).nth(1).waitFor();
    await search(page, 'a');
    await expect.poll(() => page.url()).toMatch(/search=a/);
    await list(page, 'Locations')
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await page.getByRole('dialog', { name: /^Edit Location: / }).waitFor();
    await page.goBack();
    await page.getByRole('dialog', { name: /^Edit Location: / }).waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/search=a/);
    await page.goBack();
    await expect.poll(() => page.url()).not.toMatch(/search=/);
    await expect.poll(() => page.getByRole('search').getByRole('textbox').inputValue()).toBe('');
  });

  journey('two people who edit one location both succeed', async ({ visit }) => {
    const one = await visit();
    const other = await visit();
    other.browserErrors.allow(/status of 409/);
    await signIn(one.page, 'admin', '/locations');
    await one.page.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(one.page, 'Create Location');
    await creation.getByLabel('Name').fill('Shared ground');
    await creation.getByRole('button', { name: 'Save', exact: true }).click();
    const first = panel(one.page, 'Edit Location: Shared ground');
    await first.waitFor();
    await signIn(other.page, 'admin', one.page.url());
    const second = panel(other.page, 'Edit Location: Shared ground');
    await second.waitFor();

    await first.getByLabel('City').fill('Bergen');
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => first.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);

    await second.getByLabel('Country').fill('Norway');
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await second.getByRole('button', { name: 'Keep my changes' }).click();
    await expect.poll(() => second.getByLabel('City').inputValue()).toBe('Bergen');
    expect(await second.getByLabel('Country').inputValue()).toBe('Norway');
    await second.getByRole('button', { name: 'Save & Close' }).click();
    await second.waitFor({ state: 'hidden' });
    await search(other.page, 'Shared ground');
    await expect.poll(() => cellsOf(other.page, 'Locations', 'City')).toEqual(['Bergen']);
  });
});
