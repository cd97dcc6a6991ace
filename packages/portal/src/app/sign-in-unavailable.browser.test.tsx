import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SessionProvider } from '../lib/session/session-context.tsx';
import { fakeSession } from '../lib/session/testing/fake-session.ts';
import { accessibilityViolations } from '../ui/testing/accessibility-violations.ts';
import { render, testTenantId } from '../ui/testing/render.tsx';
import { SignInUnavailable } from './sign-in-unavailable.tsx';

const show = async (canSignIn: boolean, at: string) => {
  const session = { ...fakeSession('failed'), canSignIn: () => Promise.resolve(canSignIn) };
  await render(
    <SessionProvider value={session}>
      <SignInUnavailable />
    </SessionProvider>,
    { at },
  );
  return session;
};

const login = page.getByRole('button', { name: 'Login' });
const screenAddress = `/${testTenantId}/devices?filter=none`;

test('offers a retry while the provider does not respond', async () => {
  await show(false, '/user/login');
  await expect.element(page.getByText('Sign-in is not available')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(login.elements()).toEqual([]);
});

test.each([
  ['the screen', screenAddress],
  ['the requested URL of the login page', `/user/login?requestUrl=${encodeURIComponent(screenAddress)}`],
])('offers a login that returns to %s if the provider responds', async (_, at) => {
  const session = await show(true, at);
  await expect.element(page.getByText('The sign-in cannot be renewed')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await login.click();
  expect(session.signIn.mock.calls).toEqual([[screenAddress]]);
});
