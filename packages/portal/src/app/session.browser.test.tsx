import { describe, expect, test } from 'vitest';
import { pagePerson } from '../lib/session/page-person.ts';
import { createSession } from '../lib/session/session.ts';
import { signInKeyPrefix } from '../lib/session/user-manager.ts';
import { fakeServer, problem } from '../ui/testing/fake-server.ts';

let providers = 0;

/** Sessions live as long as their page: each test has a provider of its own, so that none hears of another. */
const open = async ({ lifetime = 0, signedInAgo }: { lifetime?: number; signedInAgo?: number } = {}) => {
  providers += 1;
  const path = `/v1/provider-${providers}`;
  const authority = `${window.location.origin}${path}`;
  const key = `${signInKeyPrefix}user:${authority}:portal`;
  const server = fakeServer({
    'GET /api/generalLookup/oidcclientconfig': () => ({ authority, clientId: 'portal', lifetime }),
    [`GET ${path}/.well-known/openid-configuration`]: () => ({ issuer: authority }),
    'POST /v1/currentUser/signOut': () => new Response(null, { status: 204 }),
  });
  if (signedInAgo !== undefined) {
    const now = Math.floor(Date.now() / 1_000);
    const profile = {
      sub: 'ada',
      iss: authority,
      aud: 'portal',
      exp: now + 600,
      iat: now,
      auth_time: now - signedInAgo,
    };
    const stored = { access_token: 'token-1', token_type: 'Bearer', scope: 'openid', expires_at: now + 600, profile };
    window.localStorage.setItem(key, JSON.stringify(stored));
  }
  const session = createSession();
  await session.start();
  return { session, key, server };
};

/** As the browser tells a tab what another one did to the store. */
const changeElsewhere = (key: string, newValue: string | null): void => {
  if (newValue === null) window.localStorage.removeItem(key);
  else window.localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: window.localStorage }));
};

describe('a session', () => {
  test('starts signed out where nothing is stored', async () => {
    const { session } = await open();
    expect([session.status(), await session.accessToken()]).toEqual(['signed-out', undefined]);
  });

  test('goes on from the sign-in in local storage', async () => {
    const { session } = await open({ signedInAgo: 60 });
    expect([session.status(), await session.accessToken()]).toEqual(['signed-in', 'token-1']);
  });

  test('forgets a sign-in that is older than its lifetime', async () => {
    const { session, key } = await open({ lifetime: 3_600, signedInAgo: 3_601 });
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-out', null]);
  });

  test('keeps a sign-in within its lifetime', async () => {
    const { session } = await open({ lifetime: 3_600, signedInAgo: 3_000 });
    expect(session.status()).toBe('signed-in');
  });

  test('ends when another tab removes the sign-in', async () => {
    const { session, key } = await open({ signedInAgo: 60 });
    changeElsewhere(key, null);
    await expect.poll(session.status).toBe('signed-out');
    expect(await session.accessToken()).toBeUndefined();
  });

  test('takes over the token that another tab renewed', async () => {
    const { session, key } = await open({ signedInAgo: 60 });
    changeElsewhere(key, (window.localStorage.getItem(key) ?? '').replace('token-1', 'token-2'));
    await expect.poll(session.accessToken).toBe('token-2');
  });

  test('signing out removes what was stored', async () => {
    const { session, key } = await open({ signedInAgo: 60 });
    await session.signOut();
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-out', null]);
  });

  test('signing out has the server refuse the access token', async () => {
    const { session, server } = await open({ signedInAgo: 60 });
    await session.signOut();
    const told = server.requests.filter(({ path }) => path === '/v1/currentUser/signOut');
    expect(told.map(({ method, headers }) => [method, headers.get('authorization')])).toEqual([
      ['POST', 'Bearer token-1'],
    ]);
  });

  test('signing out goes on where the server cannot be reached', async () => {
    const { session, key, server } = await open({ signedInAgo: 60 });
    server.unplug(true);
    await session.signOut();
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-out', null]);
  });

  test('signing out is on its way until all have heard of it, whatever is refused meanwhile', async () => {
    const { session, server } = await open({ signedInAgo: 60 });
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.on('POST /v1/currentUser/signOut', () => promise);
    const signingOut = session.signOut();
    await session.drop();
    expect([session.status(), await session.accessToken()]).toEqual(['redirecting', undefined]);
    resolve(new Response(null, { status: 204 }));
    await signingOut;
    expect(session.status()).toBe('signed-out');
  });

  test('has failed where its server does not answer', async () => {
    fakeServer({ 'GET /api/generalLookup/oidcclientconfig': () => problem(503, 'Busy.') });
    const session = createSession();
    await session.start();
    expect(session.status()).toBe('failed');
  });

  test('gives the page up, and no token any more, when another person signs in elsewhere', async () => {
    const { session, key } = await open({ signedInAgo: 60 });
    const another = (window.localStorage.getItem(key) ?? '').replace('token-1', 'token-2').replace('"ada"', '"ben"');
    changeElsewhere(key, another);
    await expect.poll(session.status).toBe('replaced');
    let token: string | undefined = 'none';
    void session.accessToken().then((given) => (token = given));
    await session.drop();
    expect([token, session.status(), window.localStorage.getItem(key)]).toEqual(['none', 'replaced', another]);
    expect(pagePerson()).toBe('ada');
  });

  test('leaves the sign-in of another person alone when its own is refused', async () => {
    const { session, key } = await open({ signedInAgo: 60 });
    const another = (window.localStorage.getItem(key) ?? '').replace('"ada"', '"ben"');
    // No event has told of it yet.
    window.localStorage.setItem(key, another);
    await session.drop();
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['replaced', another]);
  });
});
