import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { peopleSearchDebounce } from '@cfs/contracts/sizes';
import { accessibilityViolations } from '../testing/accessibility-violations.ts';
import { fakeServer, problem, type FakeServer } from '../testing/fake-server.ts';
import { pauseTimeouts } from '../testing/pause-timeouts.ts';
import { renderForm } from '../testing/render-form.tsx';
import { testTenantId } from '../testing/render.tsx';
import { CheckboxGroupInput } from './checkbox-group-input.tsx';
import { EnumInput } from './enum-input.tsx';
import { PersonInput } from './person-input.tsx';
import { SelectInput } from './select-input.tsx';
import { TenantSubscriptionInput } from './tenant-subscription-input.tsx';

const systems = { Unknown: 0, WinX64: 1, LinuxX64: 4 };
const combobox = (name: string) => page.getByRole('combobox', { name });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

const choose = async (field: string, option: string): Promise<void> => {
  await combobox(field).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

describe('an enumeration', () => {
  test('shows names and stores numbers', async () => {
    const field = <EnumInput name="system" label="System" enumeration={systems} excluded={['Unknown']} />;
    const { values } = await renderForm({ system: 1 }, field);
    await combobox('System').click();
    expect(options()).toEqual(['WinX64', 'LinuxX64']);
    await page.getByRole('option', { name: 'LinuxX64' }).click();
    expect(values()).toEqual({ system: 4 });
  });

  test('stores null for the empty option', async () => {
    const field = <EnumInput name="system" label="System" enumeration={systems} emptyLabel="Any" />;
    const { values } = await renderForm({ system: 4 }, field);
    await choose('System', 'Any');
    expect(values()).toEqual({ system: null });
  });

  test('shows unknown for an undeclared value', async () => {
    await renderForm({ system: 9 }, <EnumInput name="system" label="System" enumeration={systems} />);
    await expect.element(combobox('System')).toHaveTextContent('unknown');
  });
});

describe('a choice', () => {
  const groups = [{ value: 'Network', label: 'Network' }];

  test('shows an unlisted value if allowsUnlisted is set', async () => {
    await renderForm(
      { group: 'Night shift' },
      <SelectInput name="group" label="Group" allowsUnlisted options={groups} />,
    );
    await expect.element(combobox('Group')).toHaveTextContent('Night shift');
  });

  test('stores null for the empty option', async () => {
    const field = <SelectInput name="group" label="Group" emptyLabel="None" options={groups} />;
    const { values } = await renderForm({ group: 'Network' }, field);
    await choose('Group', 'None');
    expect(values()).toEqual({ group: null });
  });
});

describe('the people picker', () => {
  const people = [
    { displayName: 'Olga Operator', mail: 'olga@example.com' },
    { displayName: 'Operators', mail: 'operators@example.com' },
  ];
  const serve = (): FakeServer =>
    fakeServer({
      'GET /api/peopleandgroups': ({ query }) =>
        people.filter(({ displayName, mail }) =>
          `${displayName} ${mail}`.toLowerCase().includes((query.get('searchTerm') ?? '').toLowerCase()),
        ),
    });
  const terms = (server: FakeServer) => server.requests.map(({ query }) => query.get('searchTerm'));

  test('debounces the search', async () => {
    const server = serve();
    const { values } = await renderForm({ owner: null }, <PersonInput name="owner" label="Owner" />);
    await combobox('Owner').click();
    const { advance, resume } = pauseTimeouts();
    await userEvent.keyboard('ope');
    await advance(peopleSearchDebounce - 1);
    await userEvent.keyboard('r');
    await resume();
    await page.getByRole('option', { name: 'Operators (operators@example.com)' }).click();
    expect(values()).toEqual({ owner: 'operators@example.com' });
    expect(terms(server)[0]).toBe('oper');
  });

  test('shows the selected person by name and mail', async () => {
    serve();
    await renderForm({ owner: 'olga@example.com' }, <PersonInput name="owner" label="Owner" />);
    await expect.element(combobox('Owner')).toHaveValue('Olga Operator (olga@example.com)');
  });

  test('shows a message when nobody was found', async () => {
    serve();
    await renderForm({ owner: null }, <PersonInput name="owner" label="Owner" />);
    await combobox('Owner').click();
    await expect.element(page.getByText('Type a name or a mail address')).toBeVisible();
    await userEvent.keyboard('zebra');
    await expect.element(page.getByText('No person found')).toBeVisible();
  });

  test('shows a message when the search failed', async () => {
    fakeServer({ 'GET /api/peopleandgroups': () => problem(500, 'The server has a problem.') });
    await renderForm({ owner: null }, <PersonInput name="owner" label="Owner" />);
    await combobox('Owner').click();
    await userEvent.keyboard('oper');
    await expect.element(page.getByText('The search failed. Change the text to try again.')).toBeVisible();
  });
});

describe('the tenant and subscription picker', () => {
  const other = '9a0c4e04-4f89-41d3-9a0c-0305e82c3302';
  const serve = () =>
    fakeServer({
      'GET /api/generallookup/tenants': () => [
        { tenantId: testTenantId, name: 'Contoso' },
        { tenantId: other, name: 'Fabrikam' },
      ],
      'GET /api/generallookup/subscriptions': () => [
        { subscriptionId: 'a', name: 'Production', tenantId: testTenantId },
        { subscriptionId: 'b', name: 'Test', tenantId: testTenantId },
        { subscriptionId: 'c', name: 'Field', tenantId: other },
      ],
    });
  const picker = <TenantSubscriptionInput tenantName="tenantId" subscriptionName="subscriptionId" />;

  test('offers only the subscriptions of the selected tenant', async () => {
    serve();
    const { values } = await renderForm({ tenantId: testTenantId, subscriptionId: 'b' }, picker);
    await expect.element(combobox('Subscription')).toHaveTextContent('Test');
    await choose('Tenant', 'Fabrikam');
    expect(values()).toEqual({ tenantId: other, subscriptionId: null });
    await combobox('Subscription').click();
    expect(options()).toEqual(['Field']);
  });

  test('disables the subscription until a tenant is selected', async () => {
    serve();
    await renderForm({ tenantId: null, subscriptionId: null }, picker);
    await expect.element(combobox('Subscription')).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a checkbox group', () => {
  const days = ['Mon', 'Tue', 'Wed'].map((label, value) => ({ value, label }));
  const fields = (
    <>
      <SelectInput
        name="zone"
        label="Zone"
        options={[
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ]}
      />
      <CheckboxGroupInput name="days" label="Days" options={days} dependsOn="zone" />
    </>
  );

  test('keeps its values in the order of the options', async () => {
    const { values } = await renderForm({ zone: 'a', days: [2] }, fields);
    await page.getByRole('checkbox', { name: 'Mon' }).click();
    expect(values()).toMatchObject({ days: [0, 2] });
    await page.getByRole('checkbox', { name: 'Wed' }).click();
    expect(values()).toMatchObject({ days: [0] });
  });

  test('is cleared when the field that it depends on changes', async () => {
    const { values, reset } = await renderForm({ zone: 'a', days: [0, 2] }, fields);
    await choose('Zone', 'A');
    expect(values()).toMatchObject({ days: [0, 2] });
    await choose('Zone', 'B');
    await expect.poll(values).toMatchObject({ zone: 'b', days: [] });
    reset({ zone: 'a', days: [1] });
    await expect.element(page.getByRole('checkbox', { name: 'Tue' })).toBeChecked();
  });
});

describe('choice fields', () => {
  test.for(['light', 'dark'] as const)('have no accessibility violations, %s', async (theme) => {
    fakeServer({ 'GET /api/generallookup/tenants': () => [], 'GET /api/generallookup/subscriptions': () => [] });
    await renderForm(
      { system: 1, owner: null, tenantId: null, subscriptionId: null, days: [1] },
      <>
        <EnumInput name="system" label="System" enumeration={systems} />
        <PersonInput name="owner" label="Owner" />
        <TenantSubscriptionInput tenantName="tenantId" subscriptionName="subscriptionId" />
        <CheckboxGroupInput name="days" label="Days" options={[{ value: 1, label: 'Mon' }]} help="At least one" />
      </>,
      { theme },
    );
    expect(await accessibilityViolations()).toEqual([]);
  });
});
