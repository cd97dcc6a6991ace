import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { ResolutionCenterScreen } from './resolution-center-screen.tsx';

const at = `/${testTenantId}/resolutioncenter`;

test('requests can be searched, and exported as one page or all of them', async () => {
  await page.viewport(1_440, 900);
  const server = fakeServer({ 'GET /v1/workunits/rc': () => ({ value: [] }) });
  await render(<ResolutionCenterScreen />, { at, permissions: ['WorkUnits:view:mine'] });
  for (const name of ['Export Page', 'Export All', 'Create Request'])
    await expect.element(page.getByRole('button', { name })).toBeVisible();
  await userEvent.hover(page.getByText('Export All'));
  await expect.element(page.getByRole('tooltip', { name: 'Saves requests.csv' })).toBeVisible();
  const first = server.requests.find(({ path }) => path === '/v1/workunits/rc');
  expect([first?.query.get('$top'), first?.query.get('$orderby')]).toEqual(['50', 'created desc']);
  await page.getByRole('textbox', { name: /^Search number, title/ }).fill('screen');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.requests.some(({ query }) => query.get('$search') === '"screen"')).toBe(true);
});

test('a user who may not create requests cannot open the form, not even by URL', async () => {
  fakeServer({
    'GET /v1/workunits/rc': () => ({ value: [] }),
    'GET /v1/rc/workunits/0/openable': () => ({ workUnitId: null }),
  });
  await render(<ResolutionCenterScreen />, { at: `${at}?workUnitId=new`, permissions: ['WorkUnits:view'] });
  await expect.element(page.getByText('No such request')).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Create Request' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Create Request' })).not.toBeInTheDocument();
});
