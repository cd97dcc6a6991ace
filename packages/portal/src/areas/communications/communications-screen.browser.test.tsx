import type { CommunicationActivity } from '@cfs/contracts/communications';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import type { CommunicationRow } from './communication-row.ts';
import { CommunicationsScreen } from './communications-screen.tsx';
import { LegacyCommunicationsScreen } from './legacy/legacy-communications-screen.tsx';

const id = '11111111-1111-4111-8111-111111111111';
const time = '2026-03-01T10:00:00.000Z';

const communication: CommunicationRow = {
  workUnitCommunicationId: id,
  publicWorkUnitCommunicationId: 7,
  tenantId: testTenantId,
  tenant: { name: 'Fjord' },
  title: 'Slow mail',
  serviceManager: 'secret-manager@example.com',
  status: 'ConfirmedImpact',
  details: 'secret details',
  customerAssistanceRequired: false,
  rootCause: null,
  eventStarted: time,
  eventEngaged: null,
  eventMitigated: null,
  eventResolved: null,
  nextUpdate: '2026-03-01T11:00:00.000Z',
  nextInternalUpdate: null,
  maximumImpact: 'secret maximum',
  currentImpact: 'Mail is late',
  impactedServices: 'Mail',
  internalBridge: 'secret bridge',
  created: time,
  createdBy: 'secret-author@example.com',
  modified: time,
  userChanged: null,
  userChangedBy: null,
  workUnits: [
    { workUnitId: 12, publicWorkUnitId: 12, tenantId: testTenantId, title: 'Disk', severityId: 'Sev1', stateId: 'New' },
  ],
};

const activity = (details: string, isCustomerFacing: boolean): CommunicationActivity => ({
  workUnitCommunicationActivityId: `22222222-2222-4222-8222-00000000000${isCustomerFacing ? 1 : 2}`,
  workUnitCommunicationId: id,
  tenantId: testTenantId,
  activityType: 'TaskActivity',
  details,
  isCustomerFacing,
  isComplete: false,
  completed: null,
  created: time,
  createdBy: 'secret-author@example.com',
  modified: time,
});

const set = '/v1/workunitcommunications';
const all = ['view', 'create', 'edit'] as const;

const show = async (query = '', options: RenderOptions = {}, shown = <CommunicationsScreen />) => {
  const server = fakeServer({
    [`GET ${set}`]: () => ({ value: [communication] }),
    'GET /v1/workunitcommunicationactivities': () => ({
      value: [activity('Told the supplier', true), activity('secret step', false)],
    }),
    'GET /v1/preferences': () => ({}),
    'GET /api/generallookup/tenants': () => [{ tenantId: testTenantId, name: 'Fjord' }],
    'GET /api/people': () => [],
    [`POST ${set}/${id}`]: () => communication,
    [`GET ${set}/${id}/sendInternalNotification`]: () => ({}),
  });
  const screen = await render(shown, {
    permissions: ['WorkUnits:view', ...all.map((verb) => `WorkUnitCommunications:${verb}` as const)],
    at: `/${testTenantId}/workunitcommunications${query}`,
    ...options,
  });
  return { server, screen };
};

describe('the list', () => {
  test('marks a next update that has passed', async () => {
    await show();
    await expect.element(page.getByTitle('The next update is overdue')).toBeVisible();
    await expect.element(page.getByText('Open - Confirmed Impact')).toBeVisible();
  });

  test('sends the internal notification, and shows the reason if that fails', async () => {
    const { server } = await show();
    const button = page.getByRole('button', { name: 'Notify Internal: Slow mail' });
    await button.click();
    await expect.element(page.getByText('Internal Notification sent.')).toBeVisible();
    server.on(`GET ${set}/${id}/sendInternalNotification`, () => problem(400, 'No address.'));
    await button.click();
    await expect.element(page.getByText('Internal Notification failed. No address.')).toBeVisible();
  });
});

test('exports the first 1,000 of more communications, as the button states', async () => {
  const { server } = await show();
  const firstPage = Array.from({ length: 10 }, (_, index) => ({
    ...communication,
    publicWorkUnitCommunicationId: index + 1,
  }));
  server.on(`GET ${set}`, () => ({ '@odata.count': 1_001, value: firstPage }));
  server.on(`GET ${set}/Export()`, () => new Response('Title\r\nSlow mail\r\n'));
  await page.getByRole('textbox', { name: 'Search title and current impact' }).fill('mail');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: 'Export first 1,000', exact: true }).click();
  await expect
    .poll(() => server.requests.filter(({ path }) => path.endsWith('Export()')).map(({ query }) => query.get('$top')))
    .toEqual(['1000']);
});

test.each([
  ['ops@example.com', /did not reach ops@example.com. The mail could not be sent: 550 Unknown/],
  ['ops@example.com, gone@example.com', /did not reach all of ops@example.com, gone@example.com. The mail/],
])('the drawer shows why the mail of the last notification to %s failed', async (recipient, text) => {
  const { server } = await show('?publicWuCommId=7');
  server.on(`GET ${set}/${id}/internalNotifications`, () => [
    {
      notificationId: id,
      workUnitCommunicationId: id,
      recipient,
      failure: 'The mail could not be sent: 550 Unknown',
      created: time,
      createdBy: 'somebody@example.com',
    },
  ]);
  await page
    .getByRole('dialog', { name: 'WUCOMM #7: Slow mail' })
    .getByRole('button', { name: 'Notify Internal' })
    .click();
  await expect.element(page.getByText(text)).toBeVisible();
});

describe('the reports', () => {
  test('the external one contains no internal data', async () => {
    await show('?externalReport=7');
    const dialog = page.getByRole('dialog', { name: 'External Report' });
    await expect.element(dialog.getByText('Told the supplier')).toBeVisible();
    await expect.element(dialog.getByText('Mail is late')).toBeVisible();
    await expect.element(dialog).not.toHaveTextContent('secret');
    await expect.element(dialog.getByRole('button', { name: 'Print' })).toBeEnabled();
    await expect.element(dialog.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
  });

  test('the internal one shows everything', async () => {
    await show('?internalReport=7');
    const dialog = page.getByRole('dialog', { name: 'Internal Report' });
    for (const text of ['secret bridge', 'secret details', 'secret step', 'secret maximum', '#12 Disk'])
      await expect.element(dialog.getByText(text)).toBeVisible();
  });
});

describe('the drawer', () => {
  test('requires the root cause once resolved, and clears the next update', async () => {
    const { server } = await show('?publicWuCommId=7');
    const panel = page.getByRole('dialog', { name: 'WUCOMM #7: Slow mail' });
    await panel.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Closed - Resolved' }).click();
    await expect.element(panel.getByLabelText('Next Update')).toBeDisabled();
    await expect.element(panel.getByLabelText('Next Update')).toHaveValue('');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(panel.getByText('Please enter the root cause of a resolved event.')).toBeVisible();
    await panel.getByLabelText('Root Cause').fill('A full disk');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => server.requests.find(({ method }) => method === 'POST')?.body)
      .toMatchObject({ status: 'Resolved', rootCause: 'A full disk', nextUpdate: null, modified: time });
  });

  test('shows an error if saving fails', async () => {
    const { server } = await show('?publicWuCommId=7');
    server.on(`POST ${set}/${id}`, () => problem(500, 'Broken.'));
    const panel = page.getByRole('dialog', { name: 'WUCOMM #7: Slow mail' });
    await panel.getByLabelText('Title').fill('Slower mail');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .element(page.getByText('A problem occurred saving the communication. Please try again.'))
      .toBeVisible();
  });

  test('removes its parameters from the URL when it is closed', async () => {
    const { screen } = await show('?publicWuCommId=7&tab=activities');
    const panel = page.getByRole('dialog', { name: 'WUCOMM #7: Slow mail' });
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(() => screen.address()).toBe(`/${testTenantId}/workunitcommunications`);
  });

  test.each(['light', 'dark'] as const)('has no accessibility violations in the %s theme', async (theme) => {
    await show('?publicWuCommId=7&tab=activities', { theme });
    await expect.element(page.getByText('secret step')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});

test('a new communication belongs to a tenant, never to all', async () => {
  await show('?publicWuCommId=new');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Tenant' }).click();
  await expect.element(page.getByRole('option', { name: 'Fjord' })).toBeVisible();
  expect(page.getByRole('option').elements()).toHaveLength(1);
});

describe('the legacy page', () => {
  const showLegacy = (query = '', options: RenderOptions = {}) =>
    show(
      query,
      { at: `/${testTenantId}/workunitcommunications/index${query}`, ...options },
      <LegacyCommunicationsScreen />,
    );
  const filterOf = ({ requests }: Awaited<ReturnType<typeof show>>['server']) =>
    requests.findLast(({ path, query }) => path === set && query.has('$top'))?.query.get('$filter');

  test('filters by tenant, status and both bounds of a span at once', async () => {
    const { server, screen } = await showLegacy();
    const form = page.getByRole('form', { name: 'Filters' });
    await form.getByRole('combobox', { name: 'Tenant' }).click();
    await page.getByRole('option', { name: 'Fjord' }).click();
    await form.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Closed - Resolved' }).click();
    await form.getByLabelText('Created Start').fill('2026-03-01T10:00');
    await form.getByLabelText('Created End').fill('2026-03-01T11:00');
    await form.getByLabelText('Resolved End').fill('2026-07-01T12:00');
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => filterOf(server))
      .toBe(
        [
          `(tenantId in (${testTenantId}))`,
          "(status in ('Resolved'))",
          '(created ge 2026-03-01T09:00:00.000Z)',
          '(created le 2026-03-01T10:00:59.999Z)',
          '(eventResolved le 2026-07-01T10:00:59.999Z)',
        ].join(' and '),
      );
    expect(screen.address()).toContain('eventResolved~until~2026-07-01T10:00Z');
    await form.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => filterOf(server)).toBe(null);
    await expect.element(form.getByLabelText('Created Start')).toHaveValue('');
  });

  test('collapses its filters in a narrow window to leave space for the list', async () => {
    await page.viewport(390, 844);
    await showLegacy();
    const form = page.getByRole('form', { name: 'Filters' });
    await expect.element(form.getByLabelText('Created Start')).not.toBeInTheDocument();
    await form.getByRole('button', { name: 'Filters' }).click();
    await expect.element(form.getByLabelText('Created Start')).toBeVisible();
    await form.getByRole('button', { name: 'Filters' }).click();
    await expect.element(form.getByLabelText('Created Start')).not.toBeInTheDocument();
  });

  test('shows the filters of the URL', async () => {
    await showLegacy('?filter=status~in~Cancelled;nextUpdate~from~2026-03-01T09:30Z');
    const form = page.getByRole('form', { name: 'Filters' });
    await expect.element(form.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Closed - Cancelled');
    await expect.element(form.getByLabelText('Next Update Start')).toHaveValue('2026-03-01T10:30');
  });

  test('does not apply a span that ends before it begins', async () => {
    const { server } = await showLegacy();
    const form = page.getByRole('form', { name: 'Filters' });
    await form.getByLabelText('Created Start').fill('2026-03-02T10:00');
    await form.getByLabelText('Created End').fill('2026-03-01T10:00');
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect.element(form.getByText('Must not be before the start.')).toBeVisible();
    expect(filterOf(server)).toBe(null);
  });

  test('searches title and current impact', async () => {
    const { server } = await showLegacy();
    const search = page.getByRole('textbox', { name: 'Search title and current impact' });
    await search.fill('mail');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect.poll(() => server.requests.findLast(({ path }) => path === set)?.query.get('$search')).toBe('"mail"');
  });

  test('links to the new experience, which links back', async () => {
    await showLegacy();
    await expect
      .element(page.getByRole('link', { name: 'Go to the new experience' }))
      .toHaveAttribute('href', `/${testTenantId}/workunitcommunications`);
    await show();
    await expect
      .element(page.getByRole('link', { name: 'Return to the old experience' }))
      .toHaveAttribute('href', `/${testTenantId}/workunitcommunications/index`);
  });

  test.each(['light', 'dark'] as const)('has no accessibility violations in the %s theme', async (theme) => {
    await showLegacy('', { theme });
    await expect.element(page.getByRole('form', { name: 'Filters' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});
