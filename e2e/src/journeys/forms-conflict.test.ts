import { describe, expect } from 'vitest';
import type { Locator } from 'playwright-core';
import { journey } from '../harness/journey.ts';
import type { Visit, VisitOptions } from '../harness/visit.ts';
import { panel } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';

interface Editors {
  /** The person who saved first. */
  readonly first: Locator;
  /** The person whose save was rejected. */
  readonly second: Locator;
}

const save = (form: Locator): Locator => form.getByRole('button', { name: 'Save', exact: true });
const saved = (form: Locator) => expect.poll(() => save(form).isDisabled()).toBe(true);

/** Two people open a location; the first saves another city, then the second tries to save a city and a country. */
const meet = async (visit: (options?: VisitOptions) => Promise<Visit>, name: string): Promise<Editors> => {
  const [one, other] = [await visit(), await visit()];
  other.browserErrors.allow(/status of 409/);
  await signIn(one.page, 'admin', '/locations');
  await one.page.getByRole('button', { name: 'Create', exact: true }).click();
  const creation = panel(one.page, 'Create Location');
  await creation.getByLabel('Name').fill(name);
  await save(creation).click();
  const first = panel(one.page, `Edit Location: ${name}`);
  await first.waitFor();
  await signIn(other.page, 'admin', one.page.url());
  const second = panel(other.page, `Edit Location: ${name}`);
  await second.waitFor();

  await first.getByLabel('City').fill('Bergen');
  await save(first).click();
  await saved(first);
  await second.getByLabel('City').fill('Bodø');
  await second.getByLabel('Country').fill('Norway');
  await save(second).click();
  await second.getByRole('radio', { name: 'Theirs: Bergen' }).waitFor();
  return { first, second };
};

describe('two people who change one field', () => {
  journey('the second can take the other’s values', async ({ visit }) => {
    const { second } = await meet(visit, 'Reloaded ground');
    expect(await save(second).isDisabled()).toBe(true);
    await second.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => second.getByLabel('City').inputValue()).toBe('Bergen');
    expect(await second.getByLabel('Country').inputValue()).toBe('');
    expect(await save(second).isDisabled()).toBe(true);
  });

  journey('the second can keep their own values', async ({ visit }) => {
    const { first, second } = await meet(visit, 'Reapplied ground');
    expect(await second.getByRole('radio', { name: 'Yours: Bodø' }).isChecked()).toBe(true);
    await second.getByRole('button', { name: 'Keep my changes' }).click();
    await save(second).click();
    await saved(second);
    await first.page().reload();
    await expect.poll(() => first.getByLabel('City').inputValue()).toBe('Bodø');
    expect(await first.getByLabel('Country').inputValue()).toBe('Norway');
  });

  journey('the second can choose field by field', async ({ visit }) => {
    const { first, second } = await meet(visit, 'Settled ground');
    await second.getByRole('radio', { name: 'Theirs: Bergen' }).check();
    await second.getByRole('button', { name: 'Keep my changes' }).click();
    await save(second).click();
    await saved(second);
    await first.page().reload();
    await expect.poll(() => first.getByLabel('Country').inputValue()).toBe('Norway');
    expect(await first.getByLabel('City').inputValue()).toBe('Bergen');
  });
});
