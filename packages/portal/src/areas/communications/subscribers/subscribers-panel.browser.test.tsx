import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../../ui/testing/render.tsx';
import { CommunicationsScreen } from '../communications-screen.tsx';

const own = `/v1/tenants/${testTenantId}/communicationsubscription`;
const settings = `/v1/tenants/${testTenantId}/subscribersettings`;
const subscriber = {
  subscriberId: '6f1c0000-0000-4000-8000-000000000001',
  tenantId: testTenantId,
  address: `<b>anna</b>@${'x'.repeat(80)}.example`,
  state: 'Confirmed',
  confirmed: '2026-03-01T10:00:00.000Z',
  created: '2026-03-01T10:00:00.000Z',
  createdBy: 'visitor',
};
const delivery = {
  deliveryId: '6f1c0000-0000-4000-8000-000000000002',
  tenantId: testTenantId,
  address: 'anna@contoso.example',
  kind: 'Update',
  state: 'Failed',
  subject: 'Open - Investigating: The mail is down',
  accepted: null,
  detail: '550 Unknown',
  created: '2026-03-01T10:00:00.000Z',
};
const listOf = (rows: readonly object[]) => () => ({ value: rows, '@odata.count': rows.length });

const show = async (options: RenderOptions) => {
  const stored = [subscriber];
  const server = fakeServer({
    'GET /v1/workunitcommunications': listOf([]),
    'GET /v1/communicationSubscribers': () => listOf(stored)(),
    'GET /v1/subscriberDeliveries': listOf([delivery]),
    [`GET ${own}`]: () => ({ isSubscribed: false }),
    [`PUT ${own}`]: ({ body }) => body,
    [`GET ${settings}`]: () => ({ allowsVisitors: false }),
    [`PUT ${settings}`]: ({ body }) => body,
    [`DELETE /v1/communicationsubscribers/${subscriber.subscriberId}`]: () => {
      stored.length = 0;
      return new Response(null, { status: 204 });
    },
  });
  await render(<CommunicationsScreen />, { at: `/${testTenantId}/workunitcommunications?subscribers=new`, ...options });
  const written = () => server.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);
  return { written };
};

const dialog = () => page.getByRole('dialog', { name: 'Subscribers' });

test('people who may view communications can subscribe, and do not see other subscribers', async () => {
  const { written } = await show({ permissions: ['WorkUnitCommunications:view'] });
  await dialog().getByRole('switch', { name: 'Mail the reports to me' }).click();
  await expect.element(dialog().getByRole('switch', { name: 'Mail the reports to me' })).toBeChecked();
  expect(written()).toEqual([[own, { isSubscribed: true }]]);
  await expect.element(dialog().getByRole('switch', { name: 'Visitors may subscribe' })).not.toBeInTheDocument();
  await expect.element(dialog().getByText(subscriber.address)).not.toBeInTheDocument();
});

test.each(['light', 'dark'] as const)('staff see and remove subscribers in the %s theme', async (theme) => {
  const { written } = await show({
    permissions: ['WorkUnitCommunications:view', 'WorkUnitCommunications:edit'],
    theme,
  });
  await expect.element(dialog().getByText(subscriber.address)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await dialog().getByRole('switch', { name: 'Visitors may subscribe' }).click();
  await expect.element(dialog().getByRole('switch', { name: 'Visitors may subscribe' })).toBeChecked();
  expect(written()).toEqual([[settings, { allowsVisitors: true }]]);
  await dialog()
    .getByRole('button', { name: `Remove ${subscriber.address}` })
    .click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(dialog().getByText('No subscribers yet')).toBeVisible();
});

test('staff see the mails to subscribers', async () => {
  await show({ permissions: ['WorkUnitCommunications:view', 'WorkUnitCommunications:edit'] });
  await dialog().getByRole('button', { name: 'Mails sent' }).click();
  await expect.element(dialog().getByText(delivery.subject)).toBeVisible();
  await expect.element(dialog().getByText('Failed')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});
