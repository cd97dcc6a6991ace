import { describe, expect } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { journey } from '../harness/journey.ts';
import { panel, replaceCode, toast } from '../pages/fields.ts';
import { signIn } from '../pages/login-page.ts';
import type { Page } from 'playwright-core';

const wizardOf = (page: Page) => panel(page, 'Intake: Contoso Operations');

const chooseTenant = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Intake' }).click();
  const choice = panel(page, 'Intake: Choose a Tenant');
  await choice.getByRole('combobox', { name: 'Tenant' }).click();
  await page.getByRole('option', { name }).click();
  await choice.getByRole('button', { name: 'Continue' }).click();
  await choice.waitFor({ state: 'hidden' });
};

describe('an intake', () => {
  journey('is filled in step by step and becomes a unit', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/workunitsv2');
    await chooseTenant(page, 'Contoso Operations');
    const wizard = wizardOf(page);
    const next = wizard.getByRole('button', { name: 'Next' });
    await next.click();
    await wizard.getByText('Please fill this in.').first().waitFor();
    await wizard.getByLabel('Full name').fill('Grace Hopper');
    await wizard.getByLabel('First day').fill('2026-12-09');
    await wizard.getByLabel("Manager's email").fill('nobody');
    await wizard.getByRole('combobox', { name: 'Office' }).click();
    await page.getByRole('option', { name: 'Headquarters' }).click();
    await next.click();
    await wizard.getByText('Please enter a valid email address.').waitFor();
    await wizard.getByLabel("Manager's email").fill('boss@contoso.example');
    await next.click();
    await wizard.getByLabel('Strong, 16 inch').check();
    await wizard.getByLabel('Needs a mobile phone').check();
    await wizard.getByRole('combobox', { name: 'Phone number' }).click();
    await page.getByRole('option', { name: 'A new one' }).click();
    await next.click();
    await wizard.getByLabel('Payroll').check();
    await wizard.getByLabel('Anything else').fill('Speaks <b>COBOL</b>');
    await wizard.getByRole('button', { name: 'Submit' }).click();
    const unit = panel(page, /^Edit Work Unit #\d+: New employee: Grace Hopper$/);
    await unit.waitFor();
    await toast(page, 'Successfully created work unit.').waitFor();
    const address = new URL(page.url());
    expect(address.pathname).toMatch(/\/workunitsv2$/);
    expect(address.searchParams.get('workUnitId')).toMatch(/^\d+$/);
    const description = await unit.getByRole('textbox', { name: 'Description' }).inputValue();
    expect(description).toContain('Phone number: A new one');
    expect(description).toContain('Anything else: Speaks <b>COBOL</b>');
    await unit.getByRole('tab', { name: 'Properties' }).click();
    await unit.getByText(/^Version \d+ of the intake form$/).waitFor();
    await unit.getByRole('cell', { name: 'Speaks <b>COBOL</b>' }).waitFor();
  });

  journey(
    'shows fields by conditions, and is displayed in the version that was answered',
    async ({ visit, product }) => {
      const { page } = await visit();
      await signIn(page, 'admin', '/workunitsv2');
      await chooseTenant(page, 'Contoso Operations');
      const wizard = wizardOf(page);
      const next = wizard.getByRole('button', { name: 'Next' });
      await wizard.getByLabel('Full name').fill('Alan Turing');
      await wizard.getByLabel('First day').fill('2026-12-09');
      await wizard.getByLabel("Manager's email").fill('boss@contoso.example');
      await wizard.getByRole('combobox', { name: 'Office' }).click();
      await page.getByRole('option', { name: 'At home' }).click();
      await next.click();
      await wizard.getByLabel('None').check();
      const number = wizard.getByRole('combobox', { name: 'Phone number' });
      expect(await number.count()).toBe(0);
      await wizard.getByLabel('Needs a mobile phone').check();
      await next.click();
      // A field that a condition requires is required like any other.
      await wizard.getByText('Please fill this in.').waitFor();
      await number.click();
      await page.getByRole('option', { name: 'Their own' }).click();
      await wizard.getByLabel('Needs a mobile phone').uncheck();
      await number.waitFor({ state: 'detached' });
      await next.click();
      await wizard.getByRole('button', { name: 'Submit' }).click();
      const unit = panel(page, /^Edit Work Unit #\d+: New employee: Alan Turing$/);
      await unit.waitFor();
      const description = await unit.getByRole('textbox', { name: 'Description' }).inputValue();
      expect(description).toContain('Needs a mobile phone: No');
      expect(description).not.toContain('Their own');

      const staff = await apiAs(product, 'admin');
      const tenants = (await staff.call('GET', '/api/generallookup/tenants')) as readonly {
        readonly tenantId: string;
        readonly name: string;
      }[];
      const { tenantId = '' } = tenants.find(({ name }) => name === 'Contoso Operations') ?? {};
      const form = JSON.stringify(await staff.call('GET', `/v1/tenants/${tenantId}/intakewizardschema`));
      const store = (text: string) => staff.call('POST', `/v1/tenants/${tenantId}`, { intakeWizardFormData: text });
      await store(form.replace('"Full name"', '"Name in full"'));
      try {
        await page.reload();
        await unit.getByRole('tab', { name: 'Properties' }).click();
        await unit.getByRole('row', { name: 'Full name Alan Turing' }).waitFor();
        await page.goto(`/${tenantId}/workunitsv2?intake=${tenantId}`);
        await wizard.getByLabel('Name in full').waitFor();
      } finally {
        await store(form);
      }
    },
  );

  journey('survives a reload of the page', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/workunitsv2');
    await chooseTenant(page, 'Contoso Operations');
    const wizard = wizardOf(page);
    await wizard.getByLabel('Full name').fill('Ada');
    page.on('dialog', (question) => void question.accept());
    await page.reload();
    await wizard.getByText('Your answers were restored. They are not submitted yet.').waitFor();
    expect(await wizard.getByLabel('Full name').inputValue()).toBe('Ada');
    await wizard.getByRole('button', { name: 'Discard' }).click();
    expect(await wizard.getByLabel('Full name').inputValue()).toBe('');
  });

  journey('is not discarded without confirmation', async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, 'admin', '/workunitsv2');
    await chooseTenant(page, 'Contoso Operations');
    const wizard = wizardOf(page);
    await wizard.getByLabel('Full name').fill('Ada');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Unsaved changes' });
    await question.getByRole('button', { name: 'No' }).click();
    expect(await wizard.getByLabel('Full name').inputValue()).toBe('Ada');
    await wizard.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await wizard.waitFor({ state: 'hidden' });
  });

  journey('shows a message for a tenant without a schema', async ({ visit }) => {
    const { page, browserErrors } = await visit();
    browserErrors.allow(/status of 404/);
    await signIn(page, 'admin', '/workunitsv2');
    await chooseTenant(page, 'Fabrikam Field Services');
    await page.getByText('This tenant does not have a schema stored.').waitFor();
  });
});

describe('the intake form of a tenant', () => {
  const open = async (page: Page) => {
    await signIn(page, 'admin', '/tenants');
    await page
      .getByRole('link', { name: 'Contoso Operations' })
      .or(page.getByRole('button', { name: 'Contoso Operations', exact: true }))
      .first()
      .click();
    const drawer = panel(page, 'Edit Tenant: Contoso Operations');
    await drawer.getByRole('tab', { name: 'Intake Wizard Form' }).click();
    return drawer;
  };

  journey('is edited next to its preview, and keeps its versions', async ({ visit }) => {
    const { page } = await visit();
    const drawer = await open(page);
    await drawer.getByRole('button', { name: 'Edit with preview' }).click();
    const editor = panel(page, 'Intake Wizard Form');
    const preview = editor.getByRole('region', { name: 'Preview of the Intake Wizard' });
    await preview.getByLabel('Full name').waitFor();
    const code = editor.getByRole('textbox', { name: 'Intake schema' });
    const before = await code.innerText();
    await replaceCode(
      code,
      '{ "schema": { "properties": { "badge": { "type": "string", "title": "Badge number" } } } }',
    );
    await preview.getByLabel('Badge number').waitFor();
    await replaceCode(code, '{ "schema": { "properties": {}, "required": ["badge"] } }');
    await preview.getByText('"required" refers to the field "badge", which the schema does not have.').waitFor();
    await editor.getByRole('button', { name: 'Versions' }).click();
    await page.getByRole('menuitem', { name: /^Version \d+ \(current\)/ }).click();
    await preview.getByLabel('Full name').waitFor();
    expect((await code.innerText()).slice(0, 200)).toBe(before.slice(0, 200));
    await editor.getByRole('button', { name: 'Done' }).click();
    await editor.waitFor({ state: 'hidden' });
  });

  journey('rejects an invalid file with the reason, and keeps its content', async ({ visit }) => {
    const { page } = await visit();
    const drawer = await open(page);
    const code = drawer.getByRole('textbox', { name: 'Intake schema' });
    const before = await code.innerText();
    const files = [
      ['a,b', 'The schema must be JSON.'],
      ['{"schema":{"properties":{"a":{"$ref":"https://example.com/a"}}}}', 'does not resolve.'],
      ['{"schema":{"$defs":{"a":{"not":{"$ref":"#/$defs/a"}}}}}', 'The schema refers to itself.'],
      ['{"schema":{"if":{"required":["b"]},"then":{}}}', 'A condition refers to the field "b"'],
    ] as const;
    for (const [text, reason] of files) {
      await drawer
        .getByLabel('Schema file')
        .setInputFiles({ name: 'form.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      await drawer.getByText(reason).waitFor();
    }
    expect(await code.innerText()).toBe(before);
  });
});
