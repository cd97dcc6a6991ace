import { OidcClient } from 'oidc-client-ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '../lib/api/api-client.ts';
import { SessionProvider } from '../lib/session/session-context.tsx';
import { fakeSession } from '../lib/session/testing/fake-session.ts';
import { createUserManager, signInKeyPrefix } from '../lib/session/user-manager.ts';
import { fakeServer, problem } from '../ui/testing/fake-server.ts';
import { render } from '../ui/testing/render.tsx';
import { LoginScreen } from './login-screen.tsx';
import { startSession } from './start-session.ts';

const passwordPromptKey = 'cfs-portal.ask-password';

let providers = 0;
beforeEach(() => window.localStorage.clear());

const base64Url = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Returns to the portal from a provider that signs in with these claims, or with these parameters in the URL. */
const comeBack = async ({ claims = {}, query }: { claims?: object; query?: string } = {}) => {
  providers += 1;
  const path = `/v1/signed-in-by-${providers}`;
  const authority = `${window.location.origin}${path}`;
  const configuration = { authority, clientId: 'portal', lifetime: 3_600, scope: 'openid' };
  const now = Math.floor(Date.now() / 1_000);
  const idToken = { sub: 'ada', iss: authority, aud: 'portal', exp: now + 600, iat: now, ...claims };
  const server = fakeServer({
    'GET /api/generalLookup/oidcclientconfig': () => configuration,
    [`GET ${path}/.well-known/openid-configuration`]: () => ({
      issuer: authority,
      authorization_endpoint: `${authority}/authorize`,
      token_endpoint: `${authority}/token`,
    }),
    [`POST ${path}/token`]: () => ({
      access_token: `token-${providers}`,
      token_type: 'Bearer',
      expires_in: 600,
      id_token: `${base64Url({ alg: 'ES256' })}.${base64Url(idToken)}.c2ln`,
    }),
  });
  const { redirect_uri, scope, stateStore } = createUserManager(configuration).settings;
  const client = new OidcClient({ authority, client_id: 'portal', redirect_uri, scope, stateStore });
  const { state } = await client.createSigninRequest({ state: { requestUrl: '/locations' } });
  const before = window.location.href;
  onTestFinished(() => window.history.replaceState(null, '', before));
  window.history.replaceState(null, '', `/user/login?${query ?? 'code=code-1'}&state=${state.id}`);
  const session = startSession();
  await expect.poll(session.status).not.toBe('loading');
  return { session, server, address: window.location.pathname + window.location.search };
};

test('a sign-in that the server refuses at once is repeated with the password', async () => {
  const { session, server } = await comeBack();
  expect([session.status(), window.localStorage.getItem(passwordPromptKey)]).toEqual(['signed-in', null]);
  server.on('GET /v1/locations', () => problem(401, 'The sign-in has ended.'));
  await expect(api.get('/v1/locations')).rejects.toMatchObject({ status: 401, detail: 'The sign-in has ended.' });
  expect([session.status(), session.refusal()]).toEqual(['signed-out', 'The sign-in has ended.']);
  expect(window.localStorage.getItem(passwordPromptKey)).toBe('yes');
});

test('a refusal is cleared once another tab has signed in', async () => {
  const { session, server } = await comeBack();
  const stored = Object.entries({ ...window.localStorage }).find(([key]) => key.startsWith(`${signInKeyPrefix}user:`));
  if (!stored) throw new TypeError('There is no stored sign-in.');
  const [key, text] = stored as [string, string];
  server.on('GET /v1/locations', () => problem(401, 'The sign-in has ended.'));
  await expect(api.get('/v1/locations')).rejects.toMatchObject({ status: 401 });
  expect(session.refusal()).toBe('The sign-in has ended.');
  window.localStorage.setItem(key, text.replace('"access_token":"', '"access_token":"later-'));
  window.dispatchEvent(new StorageEvent('storage', { key }));
  await expect.poll(session.status).toBe('signed-in');
  expect(session.refusal()).toBeUndefined();
});

test('a sign-in that the server refuses later is repeated without the password', async () => {
  const { session, server } = await comeBack();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  onTestFinished(() => void vi.useRealTimers());
  server.on('GET /v1/locations', () => problem(401, 'The sign-in has ended.'));
  await expect(api.get('/v1/locations')).rejects.toMatchObject({ status: 401 });
  expect([session.status(), session.refusal()]).toEqual(['signed-out', undefined]);
  expect(window.localStorage.getItem(passwordPromptKey)).toBeNull();
});

test.each([
  ['within', 3_000, ['signed-in', '/locations', null]],
  ['beyond', 3_601, ['signed-out', '/user/login?incomplete=outdated&requestUrl=%2Flocations', 'yes']],
])('handles a sign-in whose authentication is %s the lifetime', async (_, age, outcome) => {
  const { session, address } = await comeBack({ claims: { auth_time: Math.floor(Date.now() / 1_000) - age } });
  expect([session.status(), address, window.localStorage.getItem(passwordPromptKey)]).toEqual(outcome);
});

test.each([
  ['access_denied', 'error=access_denied&error_description=Ask%20Eve'],
  ['yes', 'code='],
])('a provider that does not sign in leads to the login page with %s', async (reason, query) => {
  const { session, address } = await comeBack({ query });
  expect([session.status(), new URLSearchParams(address.split('?')[1]).get('incomplete')]).toEqual([
    'signed-out',
    reason,
  ]);
  expect(address).not.toContain('Eve');
});

/** Shows the login page. */
const show = async (at: string, refusal?: string): Promise<void> => {
  fakeServer({
    'GET /api/generalLookup/environment': () => ({ environmentName: 'S', company: 'C', product: 'P', features: [] }),
    'GET /api/generalLookup/environmentcolor': () => ({ environmentColor: '#ff8800' }),
  });
  await render(
    <SessionProvider value={fakeSession('signed-out', refusal)}>
      <LoginScreen />
    </SessionProvider>,
    { at },
  );
};

test('the login page shows why the server refused the sign-in, and what to do', async () => {
  await show('/user/login', 'The sign-in has ended.');
  const alert = page.getByRole('alert');
  await expect
    .element(alert)
    .toHaveTextContent('The server rejected the sign-in: The sign-in has ended. Please log in');
  await expect.element(alert).toHaveTextContent('log out at the identity provider, or close all windows');
});

test('the login page shows that the provider did not ask for the password, and what to do', async () => {
  await show('/user/login?incomplete=outdated');
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('The identity provider signed you in without your password');
  await expect.element(alert).toHaveTextContent('log out at the identity provider before you log in');
});

const incomplete = 'The sign-in was not completed. Please try again.';

test.each([
  ['yes', incomplete],
  ['invalid_client', `${incomplete} The identity provider reported: invalid_client.`],
  ['access_denied', 'The identity provider denied the sign-in (access_denied). Please try again, or contact your'],
  ['Call%20Eve', incomplete],
  [`a${'_'.repeat(40)}`, incomplete],
])('the login page shows the provider’s error code, but no other text: %s', async (reason, message) => {
  await show(`/user/login?incomplete=${reason}`);
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent(message);
  if (message === incomplete) expect(alert.element().textContent).toBe(incomplete);
});
