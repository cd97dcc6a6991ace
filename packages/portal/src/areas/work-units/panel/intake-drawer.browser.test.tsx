import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../../ui/testing/render.tsx';
import { useOpenRow } from '../../../ui/drawers/use-open-row.ts';
import { IntakeDrawer } from './intake-drawer.tsx';

const otherTenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';

const stored = {
  schema: {
    title: 'New employee',
    type: 'object',
    required: ['name', 'office'],
    properties: {
      name: { type: 'string', title: 'Full name', minLength: 2, description: '<b>As in the passport</b>' },
      start: { type: 'string', title: 'First day', format: 'date' },
      office: { title: 'Office', enum: ['Oslo', 'Bergen'] },
      remote: { type: 'boolean', title: 'Works from home' },
      systems: { type: 'array', title: 'Systems', uniqueItems: true, items: { enum: ['Mail', 'Payroll'] } },
      size: {
        title: 'Laptop',
        type: 'string',
        oneOf: [
          { const: 's', title: '13 inch' },
          { const: 'l', title: '16 inch' },
        ],
      },
      address: {
        type: 'object',
        title: 'Address',
        required: ['city'],
        properties: { city: { type: 'string', title: 'City' } },
      },
      children: { type: 'array', title: 'Parking', items: { type: 'string', title: 'Number plate' } },
      notes: { type: 'string', title: 'Notes' },
    },
    dependencies: {
      remote: {
        oneOf: [
          { properties: { remote: { enum: [false] } } },
          {
            properties: { remote: { enum: [true] }, router: { type: 'string', title: 'Router' } },
            required: ['router'],
          },
        ],
      },
    },
  },
  uischema: {
    'ui:stepper': [
      { title: 'Person', fields: ['name', 'start', 'office'] },
      { title: 'Place', fields: ['remote', 'router', 'address'] },
      { title: 'Equipment', fields: ['size', 'systems', 'children', 'notes'] },
    ],
    notes: { 'ui:widget': 'textarea', 'ui:options': { rows: 3 } },
    size: { 'ui:widget': 'radio' },
    name: { 'ui:enableMarkdownInDescription': true, 'ui:style': { position: 'fixed' } },
  },
};

const tenants = [
  { tenantId: testTenantId, name: 'Contoso' },
  { tenantId: otherTenantId, name: 'Fabrikam' },
];

beforeEach(() => sessionStorage.clear());

const Screen = () => {
  const drawer = useOpenRow('intake');
  return (
    <main>
      <h1>Work units</h1>
      {drawer.openId && <IntakeDrawer chosen={drawer.openId} onChosen={drawer.open} onClose={drawer.close} />}
    </main>
  );
};

const serve = (options: { readonly own?: readonly object[]; readonly schema?: unknown } = {}) => {
  const { own = tenants, schema = stored } = options;
  return fakeServer({
    'GET /api/generallookup/tenants': () => own,
    [`GET /v1/tenants/${testTenantId}/intakewizardschema`]: () => problem(404, 'Intake schema was not found.'),
    [`GET /v1/tenants/${otherTenantId}/intakewizardschema`]: () => schema,
    'PUT /v1/workunits': () => ({ workUnitId: 77, tenantId: otherTenantId }),
  });
};

const at = `/${testTenantId}/workunitsv2?intake=`;
const open = (intake: string, options = {}) =>
  render(<Screen />, { at: at + intake, permissions: ['WorkUnits:create'], ...options });
const wizard = page.getByRole('dialog', { name: 'Intake: Fabrikam' });
const next = wizard.getByRole('button', { name: 'Next' });
const toasts = page.elementLocator(document.querySelector('#toasts') ?? document.body);

const fillPerson = async () => {
  await wizard.getByLabelText('Full name').fill('Anna Berg');
  await wizard.getByLabelText('Office').click();
  await page.getByRole('option', { name: 'Bergen' }).click();
  await next.click();
};

describe('an intake', () => {
  test('asks for its tenant, and continues once one is chosen', async () => {
    serve();
    const screen = await open('new');
    const choice = page.getByRole('dialog', { name: 'Intake: Choose a Tenant' });
    await choice.getByRole('button', { name: 'Continue' }).click();
    await expect.element(choice.getByText('Please choose a tenant.')).toBeVisible();
    await choice.getByLabelText('Tenant').click();
    await page.getByRole('option', { name: 'Fabrikam' }).click();
    await choice.getByRole('button', { name: 'Continue' }).click();
    await expect.element(wizard).toBeVisible();
    await expect.element(choice).not.toBeInTheDocument();
    expect(screen.address()).toBe(at + otherTenantId);
  });

  test('does not ask for the tenant if there is only one', async () => {
    serve({ own: tenants.slice(1) });
    await open('new');
    await expect.element(wizard.getByLabelText('Full name')).toBeVisible();
  });

  test('shows that the tenant has no schema', async () => {
    serve();
    await open(testTenantId);
    await expect.element(page.getByText('This tenant does not have a schema stored.')).toBeVisible();
  });

  test.for([
    ['a schema that refers to itself', { schema: { $defs: { a: { not: { $ref: '#/$defs/a' } } } } }],
    ['an unsupported pattern', { schema: { properties: { a: { pattern: '(a)\\1' } } } }],
  ])('treats %s like a missing schema', async ([, schema]) => {
    serve({ schema });
    await open(otherTenantId);
    await expect.element(page.getByText('This tenant does not have a schema stored.')).toBeVisible();
  });

  test('leads through its steps and creates a unit', async () => {
    const server = serve();
    const screen = await open(otherTenantId);
    await fillPerson();
    await wizard.getByLabelText('Works from home').click();
    await wizard.getByLabelText('Router').fill('Fibre');
    await next.click();
    await wizard.getByLabelText('16 inch').click();
    await wizard.getByLabelText('Payroll').click();
    await wizard.getByRole('button', { name: 'Add' }).click();
    await wizard.getByLabelText('Number plate').fill('A-1');
    await wizard.getByLabelText('Notes').fill('Left-handed');
    await wizard.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => screen.address()).toBe(`/${otherTenantId}/workunitsv2?workUnitId=77`);
    const sent = server.requests.find(({ method }) => method === 'PUT')?.body as Record<string, unknown>;
    expect(sent).toMatchObject({
      workUnitId: -1,
      workUnitTypeId: 3,
      tenantId: otherTenantId,
      title: 'New employee: Anna Berg',
      description:
        'Person\nFull name: Anna Berg\nOffice: Bergen\n\nPlace\nWorks from home: Yes\nRouter: Fibre\n\nEquipment\nLaptop: 16 inch\nSystems: Payroll\nParking: A-1\nNotes: Left-handed',
    });
    expect(JSON.parse(String(sent['properties']))).toEqual({
      name: 'Anna Berg',
      office: 'Bergen',
      remote: true,
      router: 'Fibre',
      size: 'l',
      systems: ['Payroll'],
      children: ['A-1'],
      notes: 'Left-handed',
    });
  });

  test('does not leave a step until its answers are valid', async () => {
    serve();
    await open(otherTenantId);
    await wizard.getByLabelText('Full name').fill('A');
    await next.click();
    await expect.element(wizard.getByText('Must be at least 2 characters long.')).toBeVisible();
    await expect.element(wizard.getByText('Please fill this in.')).toBeVisible();
    await expect.element(wizard.getByLabelText('Full name')).toHaveFocus();
    await wizard.getByLabelText('Full name').fill('Anna');
    await expect.element(wizard.getByText('Must be at least 2 characters long.')).not.toBeInTheDocument();
  });

  test('keeps the answers on Back', async () => {
    serve();
    await open(otherTenantId);
    await fillPerson();
    await wizard.getByRole('button', { name: 'Back' }).click();
    await expect.element(wizard.getByLabelText('Full name')).toHaveValue('Anna Berg');
  });

  test('shows an error of the server at its answer', async () => {
    const server = serve();
    server.on('PUT /v1/workunits', () => problem(400, 'Invalid.', { 'Properties.name': ['Somebody has that name.'] }));
    await open(otherTenantId);
    await fillPerson();
    await next.click();
    await wizard.getByRole('button', { name: 'Submit' }).click();
    await expect.element(wizard.getByText('Somebody has that name.')).toBeVisible();
    await expect.element(toasts.getByText('A problem occured. Please try again.')).toBeVisible();
  });

  test('asks for confirmation before entered answers are lost', async () => {
    serve();
    const screen = await open(otherTenantId);
    await wizard.getByLabelText('Full name').fill('A');
    await userEvent.keyboard('{Escape}');
    const question = page.getByRole('dialog', { name: 'Unsaved changes' });
    await question.getByRole('button', { name: 'No' }).click();
    await expect.element(wizard.getByLabelText('Full name')).toHaveValue('A');
    await wizard.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => screen.address()).toBe(`/${testTenantId}/workunitsv2`);
  });

  test('closes without a confirmation if nothing was entered', async () => {
    serve();
    const screen = await open(otherTenantId);
    await expect.element(wizard.getByLabelText('Full name')).toBeVisible();
    await wizard.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => screen.address()).toBe(`/${testTenantId}/workunitsv2`);
  });

  test('restores its answers after a reload, and can discard them', async () => {
    const server = serve();
    const first = await open(otherTenantId);
    await fillPerson();
    await first.unmount();
    const second = await open(otherTenantId);
    await expect.element(wizard.getByText('Your answers were restored. They are not submitted yet.')).toBeVisible();
    await expect.element(wizard.getByRole('group', { name: 'Step 2 of 3: Place' })).toBeVisible();
    await wizard.getByRole('button', { name: 'Back' }).click();
    await expect.element(wizard.getByLabelText('Full name')).toHaveValue('Anna Berg');
    await wizard.getByRole('button', { name: 'Discard' }).click();
    await expect.element(wizard.getByLabelText('Full name')).toHaveValue('');
    await second.unmount();
    await open(otherTenantId);
    await expect.element(wizard.getByLabelText('Full name')).toHaveValue('');
    expect(server.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  test('leaves no draft once it is submitted or discarded', async () => {
    serve();
    const first = await open(otherTenantId);
    await fillPerson();
    await next.click();
    await wizard.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => first.address()).toBe(`/${otherTenantId}/workunitsv2?workUnitId=77`);
    await first.unmount();
    const second = await open(otherTenantId);
    await expect.element(wizard.getByLabelText('Full name')).toHaveValue('');
    await wizard.getByLabelText('Full name').fill('Ada');
    await wizard.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => second.address()).toBe(`/${testTenantId}/workunitsv2`);
    await second.unmount();
    await open(otherTenantId);
    await expect.element(wizard.getByLabelText('Full name')).toHaveValue('');
  });

  test('renders the texts of a schema literally', async () => {
    serve();
    await open(otherTenantId);
    await expect.element(wizard.getByText('<b>As in the passport</b>')).toBeVisible();
  });

  test.for(['light', 'dark'] as const)('has no accessibility violations, %s', async (theme) => {
    serve();
    await open(otherTenantId, { theme });
    await next.click();
    await expect.element(wizard.getByText('Please fill this in.').first()).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    await fillPerson();
    await expect.element(wizard.getByRole('group', { name: 'Step 2 of 3: Place' })).toHaveFocus();
    expect(await accessibilityViolations()).toEqual([]);
    await next.click();
    await wizard.getByRole('button', { name: 'Add' }).click();
    await expect.element(wizard.getByLabelText('Number plate')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
