import type { Permission } from '@cfs/contracts/permissions';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { LocationsScreen } from './locations-screen.tsx';

const permissions: readonly Permission[] = ['Locations:view', 'Locations:create', 'Locations:edit'];

const location = (name: string, tenantId: string | null, id: string) => ({
  locationId: `a0000000-0000-4000-8000-00000000000${id}`,
  name,
  tenantId,
  tenant: tenantId === null ? null : { tenantId, name: 'Own' },
  modified: '2026-11-01T00:00:00.000Z',
});
const own = location('Warehouse', testTenantId, '1');
const shared = location('Head office', null, '2');

const open = async (query = '', sharedPermissions = permissions) => {
  fakeServer({
    'GET /v1/locations': ({ query: asked }) => ({
      value: [own, shared].filter(({ locationId }) => asked.get('$filter')?.includes(locationId) ?? true),
    }),
    'GET /api/generallookup/tenants': () => [{ tenantId: testTenantId, name: 'Own' }],
  });
  await render(<LocationsScreen />, {
    permissions,
    sharedPermissions,
    at: `/${testTenantId}/locations${query}`,
  });
};

const button = (name: string) => page.getByRole('button', { name, exact: true });

const offeredTenants = async (): Promise<(string | null)[]> => {
  await page.getByRole('dialog', { name: 'Create Location' }).getByRole('combobox', { name: 'Tenant' }).click();
  await expect.element(page.getByRole('option', { name: 'Own' })).toBeVisible();
  return page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
};

describe('a location of all tenants', () => {
  test('is read-only for people who may edit only locations of their tenants', async () => {
    await open('', []);
    await expect.element(button('Edit Warehouse')).toBeVisible();
    await expect.element(button('Edit Head office')).not.toBeInTheDocument();
    await button('View Head office').click();
    const form = page.getByRole('dialog', { name: 'View Location: Head office' });
    await expect.element(form.getByRole('textbox', { name: 'Name' })).toBeDisabled();
    await expect.element(form.getByText('All tenants')).toBeVisible();
  });

  test('can be edited by people who may edit locations in all tenants', async () => {
    await open();
    await button('Edit Head office').click();
    const form = page.getByRole('dialog', { name: 'Edit Location: Head office' });
    await expect.element(form.getByRole('textbox', { name: 'Name' })).toBeEnabled();
  });

  test('cannot be created by people who may create locations only in their tenants', async () => {
    await open('?open=new', []);
    expect(await offeredTenants()).toEqual(['Own']);
  });

  test('can be created by people who may create locations in all tenants', async () => {
    await open('?open=new');
    expect(await offeredTenants()).toEqual(['All tenants', 'Own']);
  });
});
