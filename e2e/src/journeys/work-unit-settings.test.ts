import { describe, expect } from 'vitest';
import { journey } from '../harness/journey.ts';
import { cellsOf } from '../pages/data-list.ts';
import { choose, panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

describe('work unit settings', () => {
  journey('a category is created, filled and disabled', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/workunitsettings');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const creation = panel(page, 'Create Category');
    await creation.getByLabel('Name').fill('Aerials');
    await creation.getByRole('button', { name: 'Save', exact: true }).click();
    await creation.getByText('Please choose a work unit type.').waitFor();
    await choose(creation, 'Work Unit Type', 'Incident');
    await creation.getByRole('button', { name: 'Save & Close' }).click();
    await creation.waitFor({ state: 'hidden' });
    await page.goto('/workunitsettings?sort=-workUnitCategoryId');
    await expect.poll(async () => (await cellsOf(page, 'Categories', 'Name'))[0]).toBe('Aerials');

    await page.getByRole('button', { name: 'Subcategories of Aerials' }).click();
    const subcategories = panel(page, 'Subcategories: Aerials');
    await subcategories.getByRole('button', { name: 'Create', exact: true }).click();
    const adding = panel(page, 'Create Subcategory');
    await adding.getByLabel('Name').fill('Roof');
    await adding.getByRole('button', { name: 'Save & Close' }).click();
    await adding.waitFor({ state: 'hidden' });
    await subcategories.getByRole('cell', { name: 'Roof' }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Edit Aerials' }).click();
    const editing = panel(page, 'Edit Category: Aerials');
    await editing.getByLabel('Enabled').click();
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.waitFor({ state: 'hidden' });
    await expect.poll(() => cellsOf(page, 'Categories', 'Name')).not.toContain('Aerials');
  });

  journey('a type sets the default severity of its units', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/workunitsettings?tab=types');
    await page.getByRole('button', { name: 'Edit Change Request' }).click();
    const editing = panel(page, /^Edit Work Unit Type: /);
    await choose(editing, 'Default Severity', 'Sev2');
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.waitFor({ state: 'hidden' });
    await page.goto('/workunitsv2?workUnitId=new&createType=2');
    await panel(page, 'Create Work Unit').getByText('Sev2', { exact: true }).waitFor();
    // Other journeys expect an empty unit.
    await page.goto('/workunitsettings?tab=types');
    await page.getByRole('button', { name: 'Edit Change Request' }).click();
    await choose(editing, 'Default Severity', 'Sev0');
    await editing.getByRole('button', { name: 'Save & Close' }).click();
    await editing.waitFor({ state: 'hidden' });
  });
});
