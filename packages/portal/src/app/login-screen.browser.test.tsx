import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SessionStatus } from '../lib/session/session.ts';
import { SessionProvider } from '../lib/session/session-context.tsx';
import { fakeSession } from '../lib/session/testing/fake-session.ts';
import { accessibilityViolations } from '../ui/testing/accessibility-violations.ts';
import { fakeServer } from '../ui/testing/fake-server.ts';
import { render, type RenderOptions } from '../ui/testing/render.tsx';
import { LoginScreen } from './login-screen.tsx';

const show = async (
  status: SessionStatus,
  { isDenied = false, features = [], ...options }: RenderOptions & { isDenied?: boolean; features?: string[] } = {},
) => {
  fakeServer({
    'GET /api/generalLookup/environment': () => ({
      environmentName: 'Staging',
      company: 'Contoso',
      product: 'OPS',
      features,
    }),
    'GET /api/generalLookup/environmentcolor': () => ({ environmentColor: '#ff8800' }),
  });
  const session = fakeSession(status);
  await render(
    <SessionProvider value={session}>
      <LoginScreen isDenied={isDenied} />
    </SessionProvider>,
    { at: '/user/login', ...options },
  );
  return session;
};

const login = page.getByRole('button', { name: 'Login' });

test('the login page shows the names of product and environment', async () => {
  await show('signed-out');
  await expect.element(page.getByRole('heading', { name: 'OPS' })).toBeVisible();
  await expect.element(page.getByText('Staging')).toBeVisible();
  await expect.poll(() => document.title).toBe('Login - Contoso');
});

test('signing in returns to the requested URL', async () => {
  const session = await show('signed-out', { at: '/user/login?requestUrl=%2Flocations%3Fsearch%3DOslo' });
  await login.click();
  expect(session.signIn.mock.calls).toEqual([['/locations?search=Oslo']]);
});

test('the login page shows the redirect to the provider', async () => {
  await show('redirecting');
  await expect.element(page.getByText('Redirecting to login page...')).toBeVisible();
  await expect.element(login).not.toBeInTheDocument();
});

test('a failed sign-in shows an error', async () => {
  await show('signed-out', { at: '/user/login?incomplete=yes' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('The sign-in was not completed. Please try again.');
});

const requestAccess = page.getByRole('button', { name: 'Request Access or Reset Account' });

test('an access request is offered while its feature is on', async () => {
  await show('signed-out', { features: ['I3ERequestForm'] });
  await requestAccess.click();
  const form = page.getByRole('dialog', { name: 'Request Access or Reset Account' });
  await expect.element(form).toBeVisible();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect.element(form).not.toBeInTheDocument();
});

test('no access request is offered while its feature is off', async () => {
  await show('signed-out', { features: ['Outbox'] });
  await expect.element(page.getByText('Staging')).toBeVisible();
  await expect.element(requestAccess).not.toBeInTheDocument();
});

test('people without access can sign in as another person', async () => {
  const session = await show('signed-in', { isDenied: true });
  await expect
    .element(page.getByText('You do not have access. Please contact your system administrator for access.'))
    .toBeVisible();
  await login.click();
  await expect.poll(() => session.signIn.mock.calls).toEqual([['/']]);
  expect(session.signOut).toHaveBeenCalledOnce();
});

test.for(['light', 'dark'] as const)('the login page has no accessibility violations, %s', async (theme) => {
  await show('signed-out', { isDenied: true, theme });
  await expect.element(page.getByText('Staging')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});
