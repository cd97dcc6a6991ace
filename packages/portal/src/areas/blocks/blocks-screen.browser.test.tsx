import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { BlocksScreen } from './blocks-screen.tsx';

const idOf = (index: number): string => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const block = (index: number, changes: object = {}) => ({
  blockId: idOf(index),
  tenantId: testTenantId,
  subscriptionId: idOf(0),
  name: `Block ${String(index).padStart(4, '0')}`,
  description: null,
  blockTypeId: 1,
  created: '2026-06-01T10:00:00.000Z',
  modified: '2026-06-01T10:00:00.000Z',
  entityColor: null,
  ...changes,
});

const show = async (blocks: readonly object[], readings: readonly object[] = []) => {
  const server = fakeServer({
    'GET /v1/blocks': () => ({ value: blocks }),
    'GET /v1/packets': () => ({ value: readings }),
    'GET /v1/packets/trends': ({ query }) => ({
      from: '2026-06-01T10:00:00.000Z',
      to: '2026-06-02T10:00:00.000Z',
      trends: (query.get('entityIds') ?? '').split(',').map((entityId) => ({
        entityId,
        points: [
          [0, 1],
          [3_600_000, 2],
        ],
      })),
    }),
  });
  const screen = await render(
    <div style={{ height: 600, display: 'flex', flexDirection: 'column' }}>
      <BlocksScreen />
    </div>,
    { at: `/${testTenantId}/blocks`, permissions: ['Blocks:view'] },
  );
  return { server, screen };
};

test('a tile shows the value with its name, unit and age, the colour and the trend', async () => {
  const timestamp = new Date(Date.now() - 3 * 60_000 - 1_000).toISOString();
  await show(
    [
      block(1, { name: 'Oven', entityColor: { color: 'FF3333' } }),
      block(2, { name: 'Belt' }),
      block(3, { name: 'Door', blockTypeId: 2 }),
    ],
    [
      { entityId: idOf(1), timestamp, value: '181.23456789012', valueName: 'Temperature', unit: '°C' },
      { entityId: idOf(3), timestamp, value: '0012', valueName: null, unit: null, cpuPercent: null },
    ],
  );
  const oven = page.getByRole('button', { name: 'Oven: Temperature 181.23 °C, Red' });
  await expect.element(oven).toBeVisible();
  await expect.element(oven.getByText('3 min')).toBeVisible();
  await expect.element(oven.getByText('Red')).toBeVisible();
  await expect.poll(() => oven.element().querySelector('path')?.getAttribute('d')).toMatch(/^M0,22L4.2,2$/);
  await expect.element(page.getByRole('button', { name: 'Belt: No data reported' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Door: 0012' })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

test('only the visible tiles of a thousand are rendered', async () => {
  const { server } = await show(Array.from({ length: 1_000 }, (_, index) => block(index + 1)));
  await expect.element(page.getByRole('button', { name: /^Block 0001/ })).toBeVisible();
  expect(document.querySelectorAll('.tile').length).toBeLessThan(80);
  const item = document.querySelector('.tile')?.closest('li');
  expect([item?.getAttribute('aria-setsize'), item?.getAttribute('aria-posinset')]).toEqual(['1000', '1']);
  const scrolled = document.querySelector('ul[aria-label="Blocks"]')?.parentElement;
  scrolled?.scrollTo({ top: 1e6 });
  await expect.element(page.getByRole('button', { name: /^Block 1000/ })).toBeVisible();
  const asked = server.requests.filter(({ path }) => path === '/v1/packets/trends');
  await expect.poll(() => asked.length).toBeLessThan(6);
});

test('a click on a tile puts its block into the URL', async () => {
  const { screen } = await show([block(1)]);
  await userEvent.click(page.getByRole('button', { name: /^Block 0001/ }));
  await expect.poll(() => screen.address()).toContain(`blockId=${idOf(1)}`);
});

test('shows a message for a tenant without blocks', async () => {
  await show([]);
  await expect.element(page.getByText('No blocks found')).toBeVisible();
});
