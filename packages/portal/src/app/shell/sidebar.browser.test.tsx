import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { notify } from '../../lib/notify.ts';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render } from '../../ui/testing/render.tsx';
import { Sidebar } from './sidebar.tsx';

const set = '/v1/workunitcommunications';
const counting = (count: number) => fakeServer({ [`GET ${set}`]: () => ({ '@odata.count': count, value: [] }) });
const entry = page.getByRole('link', { name: 'Work Unit Communications' });

const modes = ['open', 'icons'] as const;
const themes = ['light', 'dark'] as const;

test.for(modes.flatMap((mode) => themes.map((theme) => [mode, theme] as const)))(
  'the menu marks communications whose next update has passed, %s, %s',
  async ([mode, theme]) => {
    const server = counting(3);
    await render(<Sidebar mode={mode} isOpen onClose={() => undefined} />, {
      permissions: ['WorkUnitCommunications:view'],
      theme,
    });
    await expect.element(entry).toHaveAttribute('aria-description', '3 updates are overdue');
    await expect.element(entry.getByText('3')).toBeVisible();
    expect(server.requests.find(({ path }) => path === set)?.query.get('$filter')).toBe('nextUpdate lt now()');
    expect(await accessibilityViolations()).toEqual([]);
  },
);

test('the menu marks nothing while no update is overdue', async () => {
  const server = counting(0);
  await render(<Sidebar mode="icons" isOpen onClose={() => undefined} />, {
    permissions: ['WorkUnitCommunications:view'],
  });
  await expect.poll(() => server.requests.some(({ path }) => path === set)).toBe(true);
  await expect.element(entry).not.toHaveAttribute('aria-description');
});

test('toasts do not cover the version and the license', async () => {
  fakeServer({ 'GET /api/generalLookup/version': () => ({ version: '1.2.3' }) });
  await page.viewport(1440, 900);
  await render(
    <div style={{ display: 'flex' }}>
      <Sidebar mode="open" isOpen onClose={() => undefined} />
    </div>,
  );
  notify.info('Saved.');
  const toast = page.getByText('Saved.');
  await expect.element(toast).toBeVisible();
  const { right } = page.getByRole('contentinfo').element().getBoundingClientRect();
  expect(right).toBeGreaterThan(200);
  await expect.poll(() => toast.element().getBoundingClientRect().left).toBeGreaterThan(right);
});

test('the menu requests no count of communications without the permission to view them', async () => {
  const server = fakeServer();
  await render(<Sidebar mode="open" isOpen onClose={() => undefined} />, { permissions: ['WorkUnits:view'] });
  await expect.element(page.getByRole('link', { name: 'Work Units', exact: true })).toBeVisible();
  expect(server.requests.filter(({ path }) => path.includes('communications'))).toEqual([]);
});
