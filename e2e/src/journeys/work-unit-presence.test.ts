import type { CurrentUser } from '@cfs/contracts/access';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import type { Visit } from '../harness/visit.ts';
import { signIn } from '../pages/login-page.ts';
import { addressOf, box, save, saveButton, storeWorkUnit, workUnitPanel } from '../pages/work-unit-panel.ts';

const nameOf = async (product: Product, user: 'admin' | 'operator'): Promise<string> =>
  ((await (await apiAs(product, user)).call('GET', '/v1/currentUser')) as CurrentUser).name;

/** The same unit open at an administrator and an operator. */
async function meet(visit: () => Promise<Visit>, unit: WorkUnit): Promise<readonly [Visit, Visit, Locator, Locator]> {
  const [one, other] = [await visit(), await visit()];
  await signIn(one.page, 'admin', addressOf(unit));
  await signIn(other.page, 'operator', addressOf(unit));
  const [first, second] = [workUnitPanel(one.page, unit), workUnitPanel(other.page, unit)];
  await box(first, 'Title').waitFor();
  await box(second, 'Title').waitFor();
  return [one, other, first, second];
}

describe('two people at one unit', () => {
  journey('see each other come, edit and go', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk that two look at');
    const [one, other, first, second] = await meet(visit, unit);
    const [admin, operator] = [await nameOf(product, 'admin'), await nameOf(product, 'operator')];
    const here = (form: Locator, words: string): Locator =>
      form.getByRole('list', { name: 'Also here' }).getByRole('img', { name: words });
    await here(first, `${operator} is viewing`).waitFor();
    await here(second, `${admin} is viewing`).waitFor();

    await second.getByRole('textbox', { name: 'New note' }).fill('Half a thought');
    await here(first, `${operator} is editing`).waitFor();
    await second.getByRole('button', { name: 'Close', exact: true }).click();
    const question = other.page.getByRole('dialog', { name: 'Unsaved changes' });
    await question.getByRole('button', { name: 'No' }).click();
    await second.getByRole('button', { name: 'Close', exact: true }).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await here(first, operator).waitFor({ state: 'detached' });

    await other.page.goto(addressOf(unit));
    await here(first, `${operator} is viewing`).waitFor();
    await one.page.goto('about:blank');
    await here(second, admin).waitFor({ state: 'detached' });
  });

  journey('are told of each other’s saves, and lose nothing', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk that two save');
    const [, , first, second] = await meet(visit, unit);
    await box(second, 'Source').fill('Phone');
    await box(first, 'Title').fill('Disk that both saved');
    await save(first);

    await second.getByText(`${await nameOf(product, 'admin')} saved this work unit.`).waitFor();
    expect(await box(second, 'Title').inputValue()).toBe('Disk that two save');
    await second.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => box(second, 'Title').inputValue()).toBe('Disk that both saved');
    expect(await box(second, 'Source').inputValue()).toBe('Phone');
    await save(second);

    await first.getByText(`${await nameOf(product, 'operator')} saved this work unit.`).waitFor();
    await first.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => box(first, 'Source').inputValue()).toBe('Phone');
    expect(await saveButton(first).isDisabled()).toBe(true);
  });

  journey('see a file go that one of them removes', async ({ visit, product }) => {
    const unit = await storeWorkUnit(product, 'Disk with a wrong file');
    const [one, , first, second] = await meet(visit, unit);
    const file = { name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('secret') };
    await second.getByLabel('Files').setInputFiles(file);
    await second.getByRole('button', { name: 'Add note' }).click();
    await first.getByRole('button', { name: 'wrong.txt (6 B)' }).waitFor();
    await first.getByRole('button', { name: 'Remove wrong.txt' }).click();
    await one.page.getByRole('dialog', { name: 'Remove File' }).getByRole('button', { name: 'Remove' }).click();
    await second.getByText(/^Removed the file wrong\.txt, which .* had attached\.$/).waitFor();
    await second.getByRole('button', { name: 'wrong.txt (6 B)' }).waitFor({ state: 'detached' });
  });
});
