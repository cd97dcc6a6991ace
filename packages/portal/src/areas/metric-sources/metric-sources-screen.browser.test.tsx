import type { MetricSource } from '@cfs/contracts/metric-sources';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { MetricSourcesScreen } from './metric-sources-screen.tsx';

const subscriptionId = '20000000-0000-4000-8000-000000000001';
const waiting: MetricSource = {
  metricSourceId: '30000000-0000-4000-8000-000000000001',
  protocol: 'OpenTelemetry',
  name: 'shop/cart (one)',
  identity: 'service.namespace=shop, service.name=cart, service.instance.id=one',
  status: 'Waiting',
  entityId: null,
  valueField: null,
  fieldCount: 60,
  sample: JSON.stringify([
    { field: 'orders', value: 3 },
    { field: 'queue.depth', value: -2 },
  ]),
  firstSeen: '2026-06-01T10:00:00.000Z',
  lastSeen: '2026-06-02T10:00:00.000Z',
};
const accepted: MetricSource = {
  ...waiting,
  metricSourceId: '30000000-0000-4000-8000-000000000002',
  protocol: 'Prometheus',
  name: 'node (srv1:9100)',
  identity: 'job=node, instance=srv1:9100',
  status: 'Accepted',
  entityId: '10000000-0000-4000-8000-000000000001',
  valueField: 'up',
};
const blocks = [
  { blockId: '10000000-0000-4000-8000-000000000001', name: 'node of Oslo' },
  { blockId: '10000000-0000-4000-8000-000000000002', name: 'Boiler' },
  { blockId: '10000000-0000-4000-8000-000000000003', name: 'Pump' },
];
const all = ['MetricSources:view', 'MetricSources:edit', 'Blocks:create'] as const;

const serve = (sources: readonly MetricSource[] = [waiting, accepted]) =>
  fakeServer({
    'GET /v1/metricsources': ({ query }) => {
      const filter = query.get('$filter') ?? '';
      const value = sources.filter(
        ({ metricSourceId, status }) =>
          filter === '' || filter.includes(metricSourceId) || filter.includes(`'${status}'`),
      );
      return { value, '@odata.count': value.length };
    },
    'GET /v1/blocks': ({ query }) => {
      const search = query.get('$search') ?? '""';
      const filter = query.get('$filter');
      return {
        value: blocks.filter(({ blockId, name }) =>
          filter?.startsWith('blockId eq') ? filter.includes(blockId) : name.includes(search.slice(1, -1)),
        ),
      };
    },
    'GET /api/generallookup/subscriptions': () => [{ subscriptionId, tenantId: testTenantId, name: 'Plant' }],
  });

const show = (permissions: Parameters<typeof render>[1], open?: MetricSource) =>
  render(<MetricSourcesScreen />, {
    at: `/${testTenantId}/metricsources${open ? `?open=${open.metricSourceId}` : ''}`,
    ...permissions,
  });

test.each(['light', 'dark'] as const)('lists sources with their status in the %s theme', async (theme) => {
  serve();
  await show({ permissions: all, theme });
  await expect.element(page.getByText('shop/cart (one)')).toBeVisible();
  await expect.element(page.getByText('node (srv1:9100)')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show Waiting Sources' }));
  await expect.element(page.getByText('node (srv1:9100)')).not.toBeInTheDocument();
  expect(await accessibilityViolations()).toEqual([]);
});

test('accepts a source as a block with the chosen value', async () => {
  const server = serve();
  server.on(`POST /v1/metricsources/${waiting.metricSourceId}/accept`, () => ({ ...waiting, status: 'Accepted' }));
  await show({ permissions: all }, waiting);
  await expect.element(page.getByRole('heading', { name: 'Accept Source: shop/cart (one)' })).toBeVisible();
  await expect.element(page.getByText('And 58 more fields.')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(page.getByRole('combobox', { name: 'Subscription' }));
  await userEvent.click(page.getByRole('option', { name: 'Plant' }));
  await userEvent.click(page.getByRole('combobox', { name: 'Value' }));
  await userEvent.click(page.getByRole('option', { name: 'queue.depth' }));
  await userEvent.click(page.getByRole('button', { name: 'Accept' }));
  await expect.element(page.getByText('Accepted shop/cart (one) as a block.')).toBeVisible();
  const sent = server.requests.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({
    blockId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/) as string,
    valueField: 'queue.depth',
    name: 'shop/cart (one)',
    subscriptionId,
    blockTypeId: 1,
  });
});

test('shows why a source was not accepted at the field', async () => {
  const server = serve();
  server.on(`POST /v1/metricsources/${waiting.metricSourceId}/accept`, () =>
    problem(409, 'A block with this Block ID already exists.', { blockId: ['Is already in use.'] }),
  );
  await show({ permissions: all }, waiting);
  await userEvent.click(page.getByRole('combobox', { name: 'Subscription' }));
  await userEvent.click(page.getByRole('option', { name: 'Plant' }));
  await userEvent.click(page.getByRole('button', { name: 'Accept' }));
  await expect.element(page.getByText(/already/).first()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Accept Source: shop/cart (one)' })).toBeVisible();
});

test('assigns a waiting source to an existing block that is found by name', async () => {
  const server = serve();
  server.on(`POST /v1/metricsources/${waiting.metricSourceId}/assign`, () => ({ ...waiting, status: 'Accepted' }));
  const screen = await show({ permissions: all }, waiting);
  await userEvent.click(page.getByRole('button', { name: 'Use an Existing Block' }));
  await userEvent.click(page.getByRole('button', { name: 'Back' }));
  await expect.element(page.getByRole('heading', { name: 'Accept Source: shop/cart (one)' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Use an Existing Block' }));
  await expect.element(page.getByRole('heading', { name: 'Assign Source: shop/cart (one)' })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(page.getByRole('combobox', { name: 'Value' }));
  await userEvent.click(page.getByRole('option', { name: 'orders' }));
  await userEvent.click(page.getByRole('button', { name: 'Assign' }));
  await expect.element(page.getByText('Please choose a block.')).toBeVisible();
  await userEvent.fill(page.getByRole('combobox', { name: 'Block' }), 'Pu');
  await expect.element(page.getByRole('option', { name: 'Boiler' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('option', { name: 'Pump' }));
  await expect.element(page.getByRole('combobox', { name: 'Block' })).toHaveValue('Pump');
  await userEvent.click(page.getByRole('combobox', { name: 'Block' }));
  await expect.element(page.getByRole('option', { name: 'Boiler' })).toBeVisible();
  await userEvent.click(page.getByRole('option', { name: 'Pump' }));
  const filters = server.requests.filter(({ path }) => path === '/v1/blocks').map(({ query }) => query.get('$filter'));
  expect(filters.filter((filter) => !filter?.startsWith('blockId eq'))).toContain('blockTypeId in (1,2)');
  expect(filters).not.toContain(null);
  await userEvent.click(page.getByRole('button', { name: 'Assign' }));
  await expect.element(page.getByText('Assigned shop/cart (one) to a block.')).toBeVisible();
  const sent = server.requests.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ blockId: blocks[2]?.blockId, valueField: 'orders' });
  await expect.poll(() => screen.address()).not.toContain('open=');
});

test('lets people who may not create blocks assign a source, and shows why it fails', async () => {
  const server = serve();
  server.on(`POST /v1/metricsources/${waiting.metricSourceId}/assign`, () =>
    problem(409, 'The source is already accepted.'),
  );
  await show({ permissions: ['MetricSources:view', 'MetricSources:edit'] }, waiting);
  await userEvent.click(page.getByRole('button', { name: 'Use an Existing Block' }));
  await userEvent.fill(page.getByRole('combobox', { name: 'Block' }), 'Boi');
  await userEvent.click(page.getByRole('option', { name: 'Boiler' }));
  await userEvent.click(page.getByRole('button', { name: 'Assign' }));
  await expect.element(page.getByText('The source is already accepted.')).toBeVisible();
});

test('ignores and forgets a source after a confirmation', async () => {
  const server = serve();
  server.on(`POST /v1/metricsources/${waiting.metricSourceId}/ignore`, () => ({ ...waiting, status: 'Ignored' }));
  const screen = await show({ permissions: all }, waiting);
  await userEvent.click(page.getByRole('button', { name: 'Ignore' }));
  await userEvent.click(page.getByRole('dialog', { name: 'Ignore' }).getByRole('button', { name: 'Ignore' }));
  await expect.element(page.getByText('Ignored shop/cart (one).')).toBeVisible();
  await expect.poll(() => screen.address()).not.toContain('open=');

  server.on(`DELETE /v1/metricsources/${accepted.metricSourceId}`, () => new Response(null, { status: 204 }));
  screen.goTo(`/${testTenantId}/metricsources?open=${accepted.metricSourceId}`);
  await expect.element(page.getByText('with up as value', { exact: false })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Forget' }));
  await userEvent.click(page.getByRole('dialog', { name: 'Forget' }).getByRole('button', { name: 'Forget' }));
  await expect.element(page.getByText('Forgot node (srv1:9100).')).toBeVisible();
});

test('offers no decision to people who may only view', async () => {
  serve();
  await show({ permissions: ['MetricSources:view'] }, waiting);
  await expect.element(page.getByRole('heading', { name: 'shop/cart (one)' })).toBeVisible();
  for (const name of ['Accept', 'Ignore', 'Forget'])
    await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument();
});

test('shows an empty state while there are no sources', async () => {
  serve([]);
  await show({ permissions: all });
  await expect.element(page.getByText('No metric sources')).toBeVisible();
});
