import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { SessionProvider } from '../../lib/session/session-context.tsx';
import { fakeSession } from '../../lib/session/testing/fake-session.ts';
import { Page } from '../../ui/page.tsx';
import { fakeServer } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { EnvironmentFavicon } from './environment-favicon.tsx';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';

const show = async (color = '#ff8800') => {
  fakeServer({
    'GET /api/generalLookup/environment': () => ({
      environmentName: 'Staging',
      company: 'Contoso',
      product: 'OPS',
      features: [],
    }),
    'GET /api/generalLookup/environmentcolor': () => ({ environmentColor: color }),
    'GET /api/generalLookup/version': () => ({ version: '1.2.3' }),
    'GET /v1/currentUser': () => ({ name: 'Ada Admin', userName: 'ada@example.com', tenantId: testTenantId }),
    'GET /api/auth/currentUserPhoto': () => new Response(null, { status: 204 }),
  });
  const icon = document.createElement('link');
  icon.rel = 'icon';
  document.head.prepend(icon);
  onTestFinished(() => icon.remove());
  await render(
    <SessionProvider value={fakeSession('signed-in')}>
      <EnvironmentFavicon />
      <Header isSidebarOpen onToggleSidebar={() => undefined} />
      <Sidebar mode="open" isOpen onClose={() => undefined} />
      <Page title="Rules">{null}</Page>
    </SessionProvider>,
    { permissions: ['Rules:view'] },
  );
  return icon;
};

test('header, menu and document title show the environment', async () => {
  await show();
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Staging' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'OPS: home' })).toHaveAttribute('href', `/${testTenantId}`);
  await expect.poll(() => document.title).toBe('Rules - Contoso');
});

test('header and favicon have the colour of the environment', async () => {
  const icon = await show();
  const line = () => {
    const { borderTopColor, borderTopWidth } = getComputedStyle(page.getByRole('banner').element());
    return [borderTopColor, borderTopWidth];
  };
  await expect.poll(line).toEqual(['rgb(255, 136, 0)', '3px']);
  await expect.poll(() => decodeURIComponent(icon.href)).toContain('fill="#ff8800"');
});

test('an invalid colour does not change the favicon', async () => {
  const icon = await show('url(#"><script>');
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Staging' })).toBeVisible();
  expect(decodeURIComponent(icon.href)).toContain('fill="#5A6678"');
});
