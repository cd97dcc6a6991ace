import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { CannedRepliesTab } from './canned-replies-tab.tsx';

test('a new canned reply belongs to a tenant, never to all', async () => {
  fakeServer({
    'GET /v1/cannedreplies': () => ({ value: [] }),
    'GET /api/generallookup/tenants': () => [{ tenantId: testTenantId, name: 'Fjord' }],
  });
  await render(<CannedRepliesTab />, {
    permissions: ['WorkUnits.Categories:view', 'WorkUnits.Categories:create'],
    at: `/${testTenantId}/categories?open=new`,
  });
  await page.getByRole('dialog').getByRole('combobox', { name: 'Tenant' }).click();
  await expect.element(page.getByRole('option', { name: 'Fjord' })).toBeVisible();
  expect(page.getByRole('option').elements()).toHaveLength(1);
});
