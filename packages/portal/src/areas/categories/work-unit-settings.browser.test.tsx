import type { Permission } from '@cfs/contracts/permissions';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { WorkUnitSettingsScreen } from './work-unit-settings-screen.tsx';

const category = {
  workUnitCategoryId: 4,
  name: 'Storage <b>disks</b>',
  tenantId: testTenantId,
  tenant: { name: 'Contoso' },
  workUnitTypeId: 4,
  workUnitType: { name: 'Request' },
  isEnabled: true,
  isVisibleInResolutionCenter: false,
  modified: '2026-05-01T10:30:00.000Z',
};
const subcategory = {
  workUnitSubcategoryId: 40,
  workUnitCategoryId: 4,
  name: 'Disks',
  tenantId: testTenantId,
  isEnabled: true,
  modified: '2026-05-01T10:30:00.000Z',
};

const categoryPermissions: readonly Permission[] = [
  'WorkUnits.Categories:view',
  'WorkUnits.Categories:create',
  'WorkUnits.Categories:edit',
  'WorkUnits.Subcategories:view',
  'WorkUnits.Subcategories:create',
  'WorkUnits.Subcategories:edit',
];
const toasts = page.elementLocator(document.querySelector('#toasts') ?? document.body);
const panel = (name: string) => page.getByRole('dialog', { name });
const types = page.getByRole('tab', { name: 'Types' });

const open = async (query = '', permissions: readonly Permission[] = categoryPermissions) => {
  const server = fakeServer({
    'GET /v1/workunitcategories': () => ({ value: [category] }),
    'GET /v1/workunitsubcategories': () => ({ value: [subcategory] }),
    'GET /v1/preferences': () => ({}),
    'GET /api/generallookup/workunittypes': () => [
      { workUnitTypeId: 1, name: 'Incident' },
      { workUnitTypeId: 4, name: 'User Request' },
    ],
    'GET /api/generallookup/tenants': () => [{ tenantId: testTenantId, name: 'Contoso' }],
  });
  await render(<WorkUnitSettingsScreen />, { at: `/${testTenantId}/workunitsettings${query}`, permissions });
  return server;
};

const save = (name: string) => panel(name).getByRole('button', { name: 'Save', exact: true }).click();

describe('work unit settings', () => {
  test('list the enabled categories in the order of their ids', async () => {
    const server = await open();
    const grid = page.getByRole('grid', { name: 'Categories' });
    await expect.element(grid.getByText('Storage <b>disks</b>')).toBeVisible();
    await expect.element(grid.getByText('User Request')).toBeVisible();
    expect(grid.element().querySelector('b')).toBeNull();
    const asked = server.requests.find(({ path }) => path === '/v1/workunitcategories')?.query;
    expect(asked?.get('$filter')).toBe('isEnabled eq true');
    expect(asked?.get('$orderby')).toBe('workUnitCategoryId asc');
  });

  test.for<readonly [string, readonly Permission[]]>([
    ['viewing types only', ['WorkUnits.Types:view']],
    ['editing types only', ['WorkUnits.Types:edit']],
  ])('do not show the types to people with the permission for %s', async ([, permissions]) => {
    await open('', [...categoryPermissions, ...permissions]);
    await expect.element(page.getByRole('grid', { name: 'Categories' })).toBeVisible();
    await expect.element(types).not.toBeInTheDocument();
  });

  test('show the types to people who may view and edit them', async () => {
    await open('', [...categoryPermissions, 'WorkUnits.Types:view', 'WorkUnits.Types:edit']);
    await expect.element(types).toBeVisible();
  });
});

describe('a category', () => {
  test('requires a name and a type', async () => {
    const server = await open('?open=new');
    const creation = panel('Create Category');
    await creation.getByRole('switch', { name: 'Visible in Resolution Center' }).click();
    await save('Create Category');
    await expect.element(creation.getByText('Please enter a name.')).toBeVisible();
    await expect.element(creation.getByText('Please choose a work unit type.')).toBeVisible();
    expect(server.requests.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('shows an error and keeps the form if it cannot be saved', async () => {
    const server = await open('?open=4');
    server.on('POST /v1/workunitcategories/4', () => problem(500, 'Broken.'));
    const editing = panel('Edit Category: Storage <b>disks</b>');
    await editing.getByLabelText('Name').fill('Storage');
    await save('Edit Category: Storage <b>disks</b>');
    await expect
      .element(toasts.getByText('A problem occurred saving the category. Please try again.', { exact: true }))
      .toBeVisible();
    await expect.element(editing.getByLabelText('Name')).toHaveValue('Storage');
  });
});

describe('a subcategory', () => {
  test('requires a name', async () => {
    await open('?subcategories=4&subcategory=40');
    const editing = panel('Edit Subcategory: Disks');
    await editing.getByLabelText('Name').fill(' ');
    await save('Edit Subcategory: Disks');
    await expect.element(editing.getByText('Please enter a name.')).toBeVisible();
  });

  test('shows an error and keeps the form if it cannot be saved', async () => {
    const server = await open('?subcategories=4&subcategory=40');
    server.on('POST /v1/workunitsubcategories/40', () => problem(500, 'Broken.'));
    const editing = panel('Edit Subcategory: Disks');
    await editing.getByLabelText('Name').fill('Solid state');
    await save('Edit Subcategory: Disks');
    await expect
      .element(toasts.getByText('A problem occurred saving the subcategory. Please try again.', { exact: true }))
      .toBeVisible();
    await expect.element(editing.getByLabelText('Name')).toHaveValue('Solid state');
  });
});
