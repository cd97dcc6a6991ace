import type { CurrentUser } from '@cfs/contracts/access';
import { presenceIntervalMilliseconds, presenceLifetimeMilliseconds } from '@cfs/contracts/work-unit-presence';
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

/** A unit that an administrator and an operator have open. */
async function meet(visit: () => Promise<Visit>, unit: WorkUnit): Promise<readonly [Visit, Visit, Locator, Locator]> {
  const [one, other] = [await visit(), await visit()];
  await Promise.all([signIn(one.page, 'admin', addressOf(unit)), signIn(other.page, 'operator', addressOf(unit))]);
  const [first, second] = [workUnitPanel(one.page, unit), workUnitPanel(other.page, unit)];
  await Promise.all([box(first, 'Title').waitFor(), box(second, 'Title').waitFor()]);
  return [one, other, first, second];
}

/** The presence avatar of another person, by name and mode. */
const sign = (form: Locator, words: string): Locator =>
  form.getByRole('list', { name: 'Also here' }).getByRole('img', { name: words });

/** Waits until a presence avatar disappears: at most its expiry plus one poll. */
const isGone = (each: Locator): Promise<void> =>
  each.waitFor({ state: 'detached', timeout: 2 * (presenceLifetimeMilliseconds + presenceIntervalMilliseconds) });

describe('two people with one unit open', () => {
  journey('see each other open, edit and close', async ({ visit, product }) => {
    const operator = await nameOf(product, 'operator');
    const [, other, first, second] = await meet(visit, await storeWorkUnit(product, 'Disk that two look at'));
    await sign(first, `${operator} is viewing`).waitFor();
    await second.getByRole('textbox', { name: 'New note' }).fill('Half a thought');
    await sign(first, `${operator} is editing`).waitFor();
    await second.getByRole('button', { name: 'Close', exact: true }).click();
    await other.page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Yes' }).click();
    await isGone(sign(first, operator));
  });

  journey('see each other leave the page', async ({ visit, product }) => {
    const admin = await nameOf(product, 'admin');
    const [one, , , second] = await meet(visit, await storeWorkUnit(product, 'Disk that one looks away from'));
    await sign(second, `${admin} is viewing`).waitFor();
    await one.page.goto('about:blank');
    await isGone(sign(second, admin));
  });

  journey('are notified of each other’s saves, and lose nothing', async ({ visit, product }) => {
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

  journey('see the removal of a file', async ({ visit, product }) => {
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
