import type { AccessExplanation } from '@cfs/contracts/access-explanations';
import type { Person } from '@cfs/contracts/access-people';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render } from '../../ui/testing/render.tsx';
import { PersonAccess } from './person-access.tsx';

const tenantId = '11111111-1111-4111-8111-111111111111';
const person: Person = {
  userId: '22222222-2222-4222-8222-222222222222',
  name: 'Iris Newman',
  mail: 'iris@example.com',
  provider: 'provider',
  enabled: true,
  firstSignIn: '2026-03-01T10:00:00.000Z',
  state: 'Active',
  created: '2026-03-01T10:00:00.000Z',
  createdBy: 'ada@example.com',
  modified: '2026-03-01T10:00:00.000Z',
};

const explanationOf = (permission: string): AccessExplanation => ({
  userId: person.userId,
  permission,
  tenantId,
  isAllowed: permission.endsWith(':view'),
  reason: permission.endsWith(':view') ? 'Granted' : 'NotInRoles',
  hasSignedIn: true,
  grants: [
    {
      source: 'Group',
      grantId: '33333333-3333-4333-8333-333333333333',
      groupName: 'Night Shift',
      roleName: 'Viewer',
      tenantId: null,
      isDecisive: permission.endsWith(':view'),
    },
  ],
});

const choose = async (field: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('shows the grant that decides, and updates the verdict for another permission', async () => {
  const server = fakeServer({
    [`GET /v1/people/${person.userId}/access`]: ({ query }) => explanationOf(query.get('permission') ?? ''),
    'GET /api/generallookup/tenants': () => [{ tenantId, name: 'Contoso', enabled: true }],
    'GET /v1/roles': () => ({ value: [] }),
  });
  // `Settings:view` is sufficient.
  await render(<PersonAccess person={person} />, { permissions: ['Settings:view'], at: `/${tenantId}/access` });
  await expect.element(page.getByText('Yes: Iris Newman has this permission.')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Viewer Member of Night Shift .* Yes/ })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await choose('Area', 'Devices');
  await choose('Permission', 'edit');
  await expect
    .element(page.getByText('No: none of the roles of Iris Newman in this tenant contains the permission.'))
    .toBeVisible();
  const questions = server.requests.filter(({ path }) => path.endsWith('/access'));
  expect(questions.map(({ query }) => query.get('permission'))).toEqual([
    'WorkUnits:view',
    'Devices:view',
    'Devices:edit',
  ]);
});

test('explains the permission of the URL, with links to the grant and its role', async () => {
  const roleId = '44444444-4444-4444-8444-444444444444';
  fakeServer({
    [`GET /v1/people/${person.userId}/access`]: ({ query }) => explanationOf(query.get('permission') ?? ''),
    'GET /api/generallookup/tenants': () => [{ tenantId, name: 'Contoso', enabled: true }],
    'GET /v1/roles': () => ({ value: [{ roleId, name: 'Viewer', tenantId: null }] }),
  });
  const at = `/${tenantId}/access?open=${person.userId}&panel=why&why=Devices%3Aedit`;
  const screen = await render(<PersonAccess person={person} />, { permissions: ['Settings:view'], at });
  await expect.element(page.getByText(/^No: none of the roles of Iris Newman/)).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Area' })).toHaveTextContent('Devices');
  await page.getByRole('button', { name: 'Viewer' }).click();
  await expect.poll(() => screen.address()).toBe(`/${tenantId}/access?open=${roleId}&tab=roles`);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => screen.address()).toBe(`/${tenantId}/access?tab=grants&search=Night+Shift`);
});
