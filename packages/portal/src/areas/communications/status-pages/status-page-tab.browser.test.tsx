import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../../ui/testing/render.tsx';
import { StatusPageTab } from './status-page-tab.tsx';

const url = `/v1/tenants/${testTenantId}/statuspage`;
const address = `https://portal.example.com/status/${testTenantId}`;
const toggle = () => page.getByRole('switch', { name: 'Public status page' });

const show = async (isReadOnly = false) => {
  const server = fakeServer({
    [`GET ${url}`]: () => ({ isPublic: false, address }),
    [`PUT ${url}`]: ({ body }) => ({ ...(body as object), address }),
  });
  await render(<StatusPageTab tenantId={testTenantId} isReadOnly={isReadOnly} />, { permissions: ['Tenants:edit'] });
  await expect.element(page.getByText(address)).toBeVisible();
  return server;
};

test('publishes the page immediately, and links to it', async () => {
  const server = await show();
  await expect.element(toggle()).not.toBeChecked();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  await toggle().click();
  await expect.element(toggle()).toBeChecked();
  await expect.element(page.getByRole('link', { name: address })).toHaveAttribute('href', address);
  expect(server.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ isPublic: true });
  expect(await accessibilityViolations()).toEqual([]);
});

test('disables the switch for people who may not edit', async () => {
  await show(true);
  await expect.element(toggle()).toBeDisabled();
});
