import { describe, expect } from 'vitest';
import { accessibilityViolations, scrollsSideways } from '../harness/accessibility-violations.ts';
import { apiAs } from '../harness/api.ts';
import { configuredJourney, journey } from '../harness/journey.ts';
import { choose, panel, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import { opened, rendered } from '../pages/network-idle.ts';
import type { Page } from 'playwright-core';

const offered = configuredJourney({ FEATURES: 'I3ERequestForm', ACCESS_REQUEST_TENANT: 'Contoso Operations' });

const openForm = async (page: Page) => {
  await page.goto('/user/login');
  await page.getByRole('button', { name: 'Request Access or Reset Account' }).click();
  const form = panel(page, 'Request Access or Reset Account');
  await form.waitFor();
  return form;
};

describe('an access request', () => {
  offered('of a visitor becomes a User Request that staff can find', async ({ visit, product }) => {
    const { page } = await visit();
    const form = await openForm(page);
    await choose(form, 'Request Type', 'New Account');
    await form.getByLabel('First Name').fill('Grace');
    await form.getByLabel('Last Name').fill('Hopper');
    await form.getByLabel('Email').fill('grace@example.com');
    await form.getByLabel('Phone Number').fill('+1 555 123 4567');
    await form.getByLabel('Citizenship').fill('United States');
    await choose(form, 'Designation', 'Military');
    await form.getByLabel('Organization').fill('Navy');
    const submit = form.getByRole('button', { name: 'Submit Request' });
    await submit.click();
    await form.getByText('Please enter your grade.').waitFor();
    await form.getByLabel('Grade').fill('O-7');
    for (const statement of await form.getByRole('checkbox').all()) await statement.check();
    await submit.click();
    await toast(page, 'Successfully created access request.').waitFor();
    await form.waitFor({ state: 'hidden' });

    const staff = await apiAs(product, 'operator');
    const { value } = (await staff.call('GET', "/v1/workunits?$filter=source eq 'Access Request'")) as {
      readonly value: readonly { readonly workUnitId: number }[];
    };
    expect(value).toHaveLength(1);
    const { page: desk } = await visit();
    await signIn(desk, 'operator', `/workunitsv2?workUnitId=${value[0]?.workUnitId ?? 0}`);
    const drawer = panel(desk, /^Edit Work Unit #\d+: IL4 \(CUI\) New Account Request$/);
    await drawer.waitFor();
    expect(await drawer.getByRole('textbox', { name: 'Description' }).inputValue()).toContain('Grade: O-7');
  });

  offered('has no accessibility violations and fits every width', async ({ visit }) => {
    const { page } = await visit();
    const form = await openForm(page);
    await choose(form, 'Request Type', 'New Account');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await rendered(page);
      expect(await accessibilityViolations(page), `${width} px`).toEqual([]);
      expect(await scrollsSideways(page), `${width} px`).toBe(false);
    }
  });

  journey('is neither offered nor accepted while its feature is off', async ({ visit, product }) => {
    const { page } = await visit();
    await page.goto('/user/login');
    await opened(page);
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(await page.getByRole('button', { name: 'Request Access or Reset Account' }).count()).toBe(0);
    const answer = await fetch(`${product.address}/v1/accessrequest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(404);
    expect(await (await fetch(`${product.address}/v1/features/I3ERequestForm/enabled`)).json()).toBe(false);
  });
});
