import { MetadataService, OidcClient } from 'oidc-client-ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { api } from '../lib/api/api-client.ts';
import { pagePerson } from '../lib/session/page-person.ts';
import { createSession } from '../lib/session/session.ts';
import { createUserManager, signInKeyPrefix } from '../lib/session/user-manager.ts';
import { fakeServer, problem } from '../ui/testing/fake-server.ts';
import { startSession } from './start-session.ts';

let providers = 0;

/** The `setTimeout` of the browser, also while a test uses fake timers. */
const wait = window.setTimeout.bind(window);

/** A session lives as long as the page: each test has its own provider, so that sessions do not share storage keys. */
const prepare = ({
  lifetime = 0,
  signedInAgo,
  refreshToken,
  token = () => Promise.reject(new TypeError('Failed to fetch')),
}: { lifetime?: number; signedInAgo?: number; refreshToken?: string; token?: () => unknown } = {}) => {
  providers += 1;
  const path = `/v1/provider-${providers}`;
  const authority = `${window.location.origin}${path}`;
  const key = `${signInKeyPrefix}user:${authority}:portal`;
  const server = fakeServer({
    'GET /api/generalLookup/oidcclientconfig': () => ({
      authority,
      clientId: 'portal',
      lifetime,
      scope: 'openid api://portal/use',
    }),
    [`GET ${path}/.well-known/openid-configuration`]: () => ({
      issuer: authority,
      token_endpoint: `${authority}/token`,
    }),
    [`POST ${path}/token`]: token,
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
    const stored = {
      access_token: 'token-1',
      refresh_token: refreshToken,
      token_type: 'Bearer',
      scope: 'openid',
      expires_at: now + 600,
      profile,
    };
    window.localStorage.setItem(key, JSON.stringify(stored));
  }
  return { key, server, authority, path };
};

const open = async (options: Parameters<typeof prepare>[0] = {}) => {
  const prepared = prepare(options);
  const session = createSession();
  await session.start();
  return { session, ...prepared };
};

/** Changes local storage as another tab would. */
const changeElsewhere = (key: string, newValue: string | null): void => {
  if (newValue === null) window.localStorage.removeItem(key);
  else window.localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: window.localStorage }));
};

const base64Url = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const secondsNow = (): number => Math.floor(Date.now() / 1_000);

interface Answer {
  readonly authority: string;
  /** The lifetime of the access token. */
  readonly seconds: number;
  readonly claims?: object;
  /** How far the provider's clock is behind, in seconds. */
  readonly issuedAgo?: number;
  readonly hasIdToken?: boolean;
}

/** The token response of a provider to a refresh token. */
const renewedSignIn = ({ authority, seconds, claims = {}, issuedAgo = 0, hasIdToken = true }: Answer) => {
  const now = secondsNow();
  const issuedAt = now - issuedAgo;
  const idToken = { sub: 'ada', iss: authority, aud: 'portal', exp: issuedAt + 600, iat: issuedAt, ...claims };
  return {
    access_token: `token-${now}`,
    refresh_token: 'refresh-2',
    token_type: 'Bearer',
    expires_in: seconds,
    ...(hasIdToken && { id_token: `${base64Url({ alg: 'ES256' })}.${base64Url(idToken)}.c2ln` }),
  };
};

/** Opens a page with a sign-in whose access token has expired; the provider renews it. */
const openExpired = async ({
  lifetime = 0,
  profile = {},
  seconds = 600,
  ...answer
}: { lifetime?: number; profile?: object } & Partial<Answer> = {}) => {
  let renewals = 0;
  const { key, authority } = prepare({
    lifetime,
    signedInAgo: 0,
    refreshToken: 'refresh-1',
    token: () => {
      renewals += 1;
      return renewedSignIn({ ...answer, authority, seconds });
    },
  });
  const stored = JSON.parse(window.localStorage.getItem(key) ?? '') as { profile: { auth_time?: number; iat: number } };
  const { auth_time: _, ...withoutTime } = stored.profile;
  const expired = { ...stored, expires_at: stored.profile.iat - 1, profile: { ...withoutTime, ...profile } };
  window.localStorage.setItem(key, JSON.stringify(expired));
  const session = createSession();
  await session.start();
  return { session, renewals: () => renewals };
};

describe('a renewed sign-in', () => {
  const setDate = (at: number): void => {
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    onTestFinished(() => void vi.useRealTimers());
  };

  const signedInAtKey = 'cfs-portal.signed-in-at';
  beforeEach(() => window.localStorage.removeItem(signedInAtKey));

  /** Advances the date by `seconds` and returns the status of a session that another page starts then. */
  const statusAfter = async (seconds: number): Promise<string> => {
    setDate(Date.now() + seconds * 1_000);
    const later = createSession();
    await later.start();
    return later.status();
  };

  test('ends one lifetime after the `auth_time` of the ID token', async () => {
    const { session, renewals } = await openExpired({ lifetime: 3_600, claims: { auth_time: secondsNow() - 3_500 } });
    expect([session.status(), renewals()]).toEqual(['signed-in', 1]);
    expect(await statusAfter(200)).toBe('signed-out');
  });

  test('that an earlier version stored without a time ends one lifetime after the last ID token', async () => {
    const { session, renewals } = await openExpired({ lifetime: 3_600, profile: { iat: secondsNow() - 3_500 } });
    expect([session.status(), renewals()]).toEqual(['signed-in', 1]);
    expect(await statusAfter(200)).toBe('signed-out');
  });

  /** Signs in by the provider's page, whose ID tokens have no `auth_time`. */
  const signInByRedirect = async (renewal: (authority: string) => unknown) => {
    const { authority, path, server } = prepare();
    const silentCallback = `${window.location.origin}/silent-callback.html?code=code-2`;
    server.on('GET /api/generalLookup/oidcclientconfig', () => configuration);
    server.on(`GET ${path}/.well-known/openid-configuration`, () => ({
      issuer: authority,
      authorization_endpoint: silentCallback,
      token_endpoint: `${authority}/token`,
    }));
    server.on(`POST ${path}/token`, ({ body }) =>
      String(body).includes('grant_type=refresh_token')
        ? renewal(authority)
        : renewedSignIn({ authority, seconds: 600 }),
    );
    const configuration = { authority, clientId: 'portal', lifetime: 3_600, scope: 'openid' };
    const { redirect_uri, scope, stateStore } = createUserManager(configuration).settings;
    const client = new OidcClient({ authority, client_id: 'portal', redirect_uri, scope, stateStore });
    const { state } = await client.createSigninRequest({});
    const before = window.location.href;
    window.history.replaceState(null, '', `/user/login?code=code-1&state=${state.id}`);
    const session = createSession();
    await session.start();
    window.history.replaceState(null, '', before);
    return { session, server, tokenPath: `${path}/token` };
  };

  test.each([
    ['its refresh token', (authority: string) => renewedSignIn({ authority, seconds: 600 }), 2],
    ['the session of the provider', () => Response.json({ error: 'invalid_grant' }, { status: 400 }), 3],
  ])('by %s ends one lifetime after the sign-in', async (_, renewal, exchanges) => {
    const { session, server, tokenPath } = await signInByRedirect(renewal);
    const first = await session.accessToken();
    setDate(Date.now() + 3_000_000);
    expect(await session.accessToken()).not.toBe(first);
    expect(session.status()).toBe('signed-in');
    expect(server.requests.filter(({ path }) => path === tokenPath)).toHaveLength(exchanges);
    expect(await statusAfter(500)).toBe('signed-in');
    expect(await statusAfter(200)).toBe('signed-out');
  });

  test.each([
    ['', {}],
    [', by a browser whose clock is ahead,', { issuedAgo: 90 }],
    [' without a new ID token', { hasIdToken: false }],
  ])('with tokens that are valid for one minute%s is renewed after half of it', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { session, renewals } = await openExpired({ seconds: 60, profile: { iat: secondsNow() - 300 }, ...answer });
    await vi.advanceTimersByTimeAsync(25_000);
    await session.accessToken();
    expect(renewals()).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(renewals).toBe(2);
    await session.signOut();
  });
});

describe('a session', () => {
  test('starts signed out if nothing is stored', async () => {
    const { session } = await open();
    expect([session.status(), await session.accessToken()]).toEqual(['signed-out', undefined]);
  });

  test('restores the sign-in from local storage', async () => {
    const { session } = await open({ signedInAgo: 60 });
    expect([session.status(), await session.accessToken()]).toEqual(['signed-in', 'token-1']);
  });

  test('discards a sign-in that is older than its lifetime, and requests the password for the next one', async () => {
    window.localStorage.removeItem('cfs-portal.ask-password');
    const { session, key } = await open({ lifetime: 3_600, signedInAgo: 3_601 });
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-out', null]);
    expect(window.localStorage.getItem('cfs-portal.ask-password')).toBe('yes');
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

  test('uses the token that another tab renewed', async () => {
    const { session, key } = await open({ signedInAgo: 60 });
    changeElsewhere(key, (window.localStorage.getItem(key) ?? '').replace('token-1', 'token-2'));
    await expect.poll(session.accessToken).toBe('token-2');
  });

  test('signing out removes the stored sign-in', async () => {
    const { session, key } = await open({ signedInAgo: 60 });
    await session.signOut();
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-out', null]);
  });

  test('signing out revokes the access token', async () => {
    const { session, server } = await open({ signedInAgo: 60 });
    await session.signOut();
    const calls = server.requests.filter(({ path }) => path === '/v1/currentUser/signOut');
    expect(calls.map(({ method, headers }) => [method, headers.get('authorization')])).toEqual([
      ['POST', 'Bearer token-1'],
    ]);
  });

  test.each([
    ['revokes the refresh token at the provider', 'refresh-1', 200],
    ['continues if the provider fails to revoke the refresh token', 'refresh-1', 503],
    ['calls no provider without a refresh token', undefined, 200],
  ])('signing out %s', async (_, refreshToken, status) => {
    const revoked: unknown[] = [];
    const { session, server, authority, path, key } = await open({
      signedInAgo: 60,
      ...(refreshToken !== undefined && { refreshToken }),
    });
    server.on(`GET ${path}/.well-known/openid-configuration`, () => ({
      issuer: authority,
      token_endpoint: `${authority}/token`,
      revocation_endpoint: `${authority}/revocation`,
    }));
    server.on(`POST ${path}/revocation`, ({ body }) => {
      revoked.push(body);
      return new Response(null, { status });
    });
    await session.signOut();
    expect(revoked).toEqual(
      refreshToken === undefined ? [] : ['token=refresh-1&token_type_hint=refresh_token&client_id=portal'],
    );
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-out', null]);
  });

  test('signing out works while the server cannot be reached', async () => {
    const { session, key, server } = await open({ signedInAgo: 60 });
    server.unplug(true);
    await session.signOut();
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-out', null]);
  });

  test('signing out continues when another request is rejected with 401', async () => {
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

  test('fails when the server does not respond', async () => {
    fakeServer({ 'GET /api/generalLookup/oidcclientconfig': () => problem(503, 'Busy.') });
    const session = createSession();
    await session.start();
    expect(session.status()).toBe('failed');
  });

  test('is replaced, and returns no token, after another person signs in in another tab', async () => {
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

  test('does not discard the sign-in of another person', async () => {
    const { session, key } = await open({ signedInAgo: 60 });
    const another = (window.localStorage.getItem(key) ?? '').replace('"ada"', '"ben"');
    // The storage event has not arrived yet.
    window.localStorage.setItem(key, another);
    await session.drop();
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['replaced', another]);
  });

  test('ends when the server rejects its token', async () => {
    const { key, server } = prepare({ signedInAgo: 60 });
    const session = startSession();
    await expect.poll(session.status).toBe('signed-in');
    server.on('GET /v1/locations', () => problem(401, 'The access token has expired.'));
    await expect(api.get('/v1/locations')).rejects.toMatchObject({ status: 401 });
    await expect.poll(session.status).toBe('signed-out');
    expect([window.localStorage.getItem(key), await session.accessToken()]).toEqual([null, undefined]);
  });

  test('sends a call again with the token that another tab has renewed', async () => {
    const { key, server } = prepare({ signedInAgo: 60 });
    const session = startSession();
    await expect.poll(session.status).toBe('signed-in');
    const renewed = (window.localStorage.getItem(key) ?? '').replace('token-1', 'token-2');
    const tokens: (string | null)[] = [];
    const refused = problem(401, 'The session has ended.');
    server.on('PUT /v1/locations', ({ headers }) => {
      tokens.push(headers.get('authorization'));
      if (tokens.length > 1) return { value: 'kept' };
      // The storage event has not arrived yet.
      window.localStorage.setItem(key, renewed);
      return refused;
    });
    expect(await api.put('/v1/locations', { name: 'Oslo' })).toEqual({ value: 'kept' });
    expect(tokens).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(refused.bodyUsed).toBe(true);
    expect([session.status(), await session.accessToken()]).toEqual(['signed-in', 'token-2']);
  });

  const refuse = (status: number, error: string) => () => Response.json({ error }, { status });
  const expire = (toFake: ('Date' | 'setTimeout' | 'clearTimeout')[] = ['Date']): void => {
    vi.useFakeTimers({ toFake, now: Date.now() + 601_000 });
    onTestFinished(() => void vi.useRealTimers());
  };

  /** Expires the token, then runs the timers at ten times the speed until `work` settles or `isEnough` returns true. */
  const expireAndHurry = async <Result,>(
    work: () => Promise<Result>,
    isEnough: () => boolean = () => false,
  ): Promise<Result> => {
    expire(['Date', 'setTimeout', 'clearTimeout']);
    let isDone = false;
    const working = work().finally(() => (isDone = true));
    working.catch(() => undefined);
    while (!isDone && !isEnough()) {
      await new Promise((resolve) => wait(resolve, 50));
      await vi.advanceTimersByTimeAsync(500);
    }
    return working;
  };

  test.each([
    ['cannot be reached', undefined],
    ['returns server_error', refuse(500, 'server_error')],
    ['returns temporarily_unavailable', refuse(503, 'temporarily_unavailable')],
  ])('survives a provider that %s when its token expires', async (_, token) => {
    const { key, server } = prepare({ signedInAgo: 60, refreshToken: 'refresh-1', ...(token && { token }) });
    const stored = window.localStorage.getItem(key);
    const session = startSession();
    await expect.poll(session.status).toBe('signed-in');
    expire();
    server.on('GET /v1/locations', () => ({ value: [] }));
    await expect(api.get('/v1/locations')).rejects.toMatchObject({ status: 0 });
    await session.drop();
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-in', stored]);
    expect(server.requests.filter(({ path }) => path === '/v1/locations')).toEqual([]);
  });

  /** A provider that issues no refresh token, and whose page in the frame does not redirect back to the portal. */
  const prepareUnanswered = () => {
    const prepared = prepare({ signedInAgo: 60 });
    const { server, path, authority } = prepared;
    server.on(`GET ${path}/.well-known/openid-configuration`, () => ({
      issuer: authority,
      authorization_endpoint: `${window.location.origin}/no-such-page.txt`,
      token_endpoint: `${authority}/token`,
    }));
    return prepared;
  };

  test('ends when the provider neither issues a refresh token nor responds in a frame', async () => {
    const { key, server } = prepareUnanswered();
    const session = startSession();
    await expect.poll(session.status).toBe('signed-in');
    server.on('GET /v1/locations', () => problem(401, 'Sign in.'));
    await expect(expireAndHurry(() => api.get('/v1/locations'))).rejects.toMatchObject({ status: 401 });
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-out', null]);
  });

  test.each(['provider', 'server'])(
    'survives a frame without a response while the %s is unavailable',
    async (which) => {
      const { key, server, path } = prepareUnanswered();
      const stored = window.localStorage.getItem(key);
      const discovery = `GET ${path}/.well-known/openid-configuration`;
      const broken = which === 'provider' ? discovery : 'GET /api/generalLookup/oidcclientconfig';
      const session = startSession();
      await expect.poll(session.status).toBe('signed-in');
      const answer = await server.answer(discovery);
      let isAsked = false;
      server.on(discovery, () => {
        // From here on, the discovery document is cached in memory.
        server.on(broken, () => {
          isAsked = true;
          return problem(503, 'Busy.');
        });
        return answer;
      });
      await expect(expireAndHurry(session.accessToken)).rejects.toMatchObject({ status: 0 });
      expect(isAsked).toBe(true);
      expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-in', stored]);
      await session.signOut();
    },
  );

  test('is renewed by a second frame if the first one was opened without a connection', async () => {
    const { server, path, authority } = prepareUnanswered();
    server.on(`POST ${path}/token`, () => renewedSignIn({ authority, seconds: 600 }));
    const addresses = ['/no-such-page.txt', '/silent-callback.html?code=code-1'];
    let frames = 0;
    vi.spyOn(MetadataService.prototype, 'getAuthorizationEndpoint').mockImplementation(() => {
      frames += 1;
      return Promise.resolve(window.location.origin + (addresses[frames - 1] ?? ''));
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const session = startSession();
    await expect.poll(session.status).toBe('signed-in');
    expect(await expireAndHurry(session.accessToken, () => frames > 1)).not.toBe('token-1');
    expect([session.status(), frames]).toEqual(['signed-in', 2]);
  });

  test('that another tab has renewed survives when the frame of this tab times out', async () => {
    const { key, server, path } = prepareUnanswered();
    const session = startSession();
    await expect.poll(session.status).toBe('signed-in');
    const stored = JSON.parse(window.localStorage.getItem(key) ?? '') as object;
    const next = JSON.stringify({ ...stored, access_token: 'token-2', expires_at: secondsNow() + 1_200 });
    const discovery = `GET ${path}/.well-known/openid-configuration`;
    const answer = await server.answer(discovery);
    server.on(discovery, () => {
      // The storage event has not arrived yet.
      window.localStorage.setItem(key, next);
      return answer;
    });
    expect(await expireAndHurry(session.accessToken)).toBe('token-2');
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-in', next]);
  });

  test('ends when the provider rejects its refresh token', async () => {
    const token = refuse(400, 'invalid_grant');
    const { key } = prepare({ signedInAgo: 60, refreshToken: 'refresh-1', token });
    const session = startSession();
    await expect.poll(session.status).toBe('signed-in');
    expire();
    expect(await session.accessToken()).toBeUndefined();
    expect([session.status(), window.localStorage.getItem(key)]).toEqual(['signed-out', null]);
  });

  test.each([404, 409, 429, 500, 503])('continues after a response with status %i', async (status) => {
    const { server } = prepare({ signedInAgo: 60 });
    const session = startSession();
    await expect.poll(session.status).toBe('signed-in');
    server.on('GET /v1/locations', () => problem(status, 'No.'));
    await expect(api.get('/v1/locations')).rejects.toMatchObject({ status });
    expect([session.status(), await session.accessToken()]).toEqual(['signed-in', 'token-1']);
  });
});
