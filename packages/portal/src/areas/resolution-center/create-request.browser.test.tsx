import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { configureApi } from '../../lib/api/api-client.ts';
import { notify, notifyForbidden } from '../../lib/notify.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { CreateRequest } from './create-request.tsx';

const category = (workUnitCategoryId: number, name: string, fields: object = {}) => ({
  workUnitCategoryId,
  name,
  tenantId: testTenantId,
  workUnitTypeId: 1,
  isEnabled: true,
  isVisibleInResolutionCenter: true,
  ...fields,
});
const need = (workUnitSubcategoryId: number, workUnitCategoryId: number, name: string) => ({
  workUnitSubcategoryId,
  workUnitCategoryId,
  name,
  tenantId: testTenantId,
  isEnabled: true,
});

test('a request can be created with one of the offered services and needs', async () => {
  const server = fakeServer({
    'GET /api/generallookup/workunitcatgories': () => [
      category(1, 'Hardware'),
      category(2, 'Network', { tenantId: null }),
      category(3, 'For staff', { isVisibleInResolutionCenter: false }),
      category(4, 'Of changes', { workUnitTypeId: 2 }),
      category(5, 'Of others', { tenantId: '00000000-0000-4000-8000-00000000000f' }),
    ],
    'GET /api/generallookup/workunitsubcatgories': () => [need(10, 1, 'Screen'), need(20, 2, 'Wireless')],
    'PUT /v1/rc/workunits': () => ({ workUnitId: 9 }),
    'GET /v1/workunits/rc': () => ({ value: [] }),
  });
  const onClose = vi.fn<() => void>();
  const onCreated = vi.fn<(workUnitId: string) => void>();
  await render(<CreateRequest onClose={onClose} onCreated={onCreated} />);
  const form = page.getByRole('dialog', { name: 'Create Request' });
  const box = (name: string) => form.getByRole('combobox', { name });
  await form.getByRole('textbox', { name: 'Title' }).fill('No picture');
  await form.getByRole('textbox', { name: 'Description' }).fill('The screen stays dark.');
  await form.getByRole('textbox', { name: 'Phone Number' }).fill('555');
  await expect.element(box('Need')).toHaveAttribute('aria-disabled', 'true');
  await box('Service').click();
  await expect.element(page.getByRole('option', { name: 'Network' })).toBeVisible();
  expect(
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['None', 'Hardware', 'Network']);
  await page.getByRole('option', { name: 'Network' }).click();
  await box('Need').click();
  await page.getByRole('option', { name: 'Wireless' }).click();
  await box('Service').click();
  await page.getByRole('option', { name: 'Hardware' }).click();
  await expect.element(box('Need')).toHaveTextContent('None');
  await box('Need').click();
  await page.getByRole('option', { name: 'Screen' }).click();
  await form.getByRole('button', { name: 'Save & Close' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBeGreaterThan(0);
  expect(onCreated.mock.calls).toEqual([['9']]);
  const sent = server.requests.find(({ method }) => method === 'PUT');
  expect(sent?.body).toMatchObject({ title: 'No picture', workUnitCategoryId: 1, workUnitSubcategoryId: 10 });
});

test('a refusal by the rate limit shows when the user can try again', async () => {
  configureApi({
    accessToken: () => Promise.resolve(undefined),
    onUnauthorized: () => Promise.resolve(false),
    onForbidden: notifyForbidden,
    onRateLimited: notify.warning,
  });
  const reason = 'You can create 20 requests within an hour. Try again in 7 minutes.';
  fakeServer({
    'GET /api/generallookup/workunitcatgories': () => [],
    'GET /api/generallookup/workunitsubcatgories': () => [],
    'PUT /v1/rc/workunits': () => problem(429, reason),
  });
  await render(<CreateRequest onClose={() => undefined} onCreated={() => undefined} />);
  const form = page.getByRole('dialog', { name: 'Create Request' });
  await form.getByRole('textbox', { name: 'Title' }).fill('No picture');
  await form.getByRole('textbox', { name: 'Description' }).fill('The screen stays dark.');
  await form.getByRole('textbox', { name: 'Phone Number' }).fill('555');
  await form.getByRole('button', { name: 'Save & Close' }).click();
  await expect.element(page.getByText(reason).first()).toBeVisible();
  await expect.element(form).toBeVisible();
});
