import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { TenantPickerForm } from './tenant-picker-form.tsx';

const otherTenantId = '0f0e1d2c-3b4a-4958-8776-655443322110';
const error = page.getByText('Please choose a subscription.');

test('a missing subscription is reported only when the form is submitted', async () => {
  fakeServer({
    'GET /api/generallookup/tenants': () => [
      { tenantId: testTenantId, name: 'Contoso' },
      { tenantId: otherTenantId, name: 'Fabrikam' },
    ],
    'GET /api/generallookup/subscriptions': () => [
      { subscriptionId: '11111111-1111-4111-8111-111111111111', name: 'Plant', tenantId: otherTenantId },
    ],
  });
  await render(<TenantPickerForm current={{ tenant: testTenantId, subscriptionId: '' }} />);
  await page.getByRole('combobox', { name: 'Subscription' }).click();
  await page
    .elementLocator(document.querySelector('.MuiBackdrop-root') ?? document.body)
    .click({ position: { x: 5, y: 5 } });
  await page.getByRole('combobox', { name: 'Tenant' }).click();
  await page.getByRole('option', { name: 'Fabrikam' }).click();
  await page.getByRole('combobox', { name: 'Subscription' }).click();
  await page
    .elementLocator(document.querySelector('.MuiBackdrop-root') ?? document.body)
    .click({ position: { x: 5, y: 5 } });
  await page.getByRole('combobox', { name: 'Tenant' }).click();
  await page.getByRole('option', { name: 'Contoso' }).click();
  expect(error.elements()).toEqual([]);
  await page.getByRole('button', { name: 'Switch' }).click();
  await expect.element(error).toBeVisible();
});
