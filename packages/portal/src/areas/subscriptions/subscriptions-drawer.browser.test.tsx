import type { Subscription } from '@cfs/contracts/subscriptions';
import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, type SeenRequest } from '../../ui/testing/fake-server.ts';
import { render, type RenderOptions } from '../../ui/testing/render.tsx';
import { SubscriptionsDrawer } from './subscriptions-drawer.tsx';

const tenantId = '11111111-1111-4111-8111-111111111111';
const time = '2026-03-01T10:00:00.000Z';
const all = Array.from({ length: 30 }, (_, index): Subscription => ({
  subscriptionId: `22222222-2222-4222-8222-${String(index).padStart(12, '0')}`,
  tenantId,
  name: `Plant ${String(index + 1).padStart(2, '0')}`,
  created: time,
  modified: time,
}));

const answer = ({ query }: SeenRequest): unknown =>
  query.get('$top') === '0'
    ? { value: [], '@odata.count': all.length }
    : { value: all.slice(Number(query.get('$skip') ?? 0)).slice(0, Number(query.get('$top'))) };

const show = async (options: RenderOptions = {}) => {
  const server = fakeServer({
    'GET /v1/subscriptions': answer,
    'GET /v1/preferences': () => ({}),
  });
  const screen = await render(<SubscriptionsDrawer tenantId={tenantId} tenantName="Fjord" onClose={vi.fn()} />, {
    permissions: ['Subscriptions:view', 'Subscriptions:create', 'Subscriptions:edit'],
    at: '/tenants?page=2&search=fjord',
    ...options,
  });
  await expect.element(screen.getByText('Plant 01', { exact: true })).toBeVisible();
  const asked = () => server.requests.filter(({ query }) => query.get('$top') !== '0').at(-1)?.query;
  return { screen, asked };
};

describe('the subscriptions of a tenant', () => {
  test('are paged without changing the URL of the list behind the drawer', async () => {
    const { screen, asked } = await show();
    await expect.element(screen.getByText('1–10 of 30')).toBeVisible();
    expect(asked()?.get('$filter')).toContain(`tenantId eq ${tenantId}`);
    expect(asked()?.get('$search')).toBeNull();
    await screen.getByRole('button', { name: 'Go to next page' }).click();
    await expect.element(screen.getByText('Plant 11', { exact: true })).toBeVisible();
    expect(screen.address()).toBe('/tenants?page=2&search=fjord');
  });

  test('are sorted and searched by the server', async () => {
    const { screen, asked } = await show();
    await screen.getByRole('columnheader', { name: 'Modified' }).click();
    await expect.poll(() => asked()?.get('$orderby')).toBe('modified asc');
    await screen.getByRole('textbox', { name: 'Search name' }).fill('plant');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => asked()?.get('$search')).toBe('"plant"');
  });

  test.each(['light', 'dark'] as const)('have no accessibility violations in the %s theme', async (theme) => {
    await show({ theme });
    expect(await accessibilityViolations()).toEqual([]);
  });
});
