import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createIdentityProvider, type IdentityProvider } from './create-identity-provider.ts';
import { openPasswords, randomPasswords, type DemoPasswords } from './demo-passwords.ts';
import { createTestBrowser } from './test-browser.ts';
import { createTestSignIn, typed } from './test-sign-in.ts';

const log = {
  error(details: object, message: string) {
    throw new Error(message, { cause: details });
  },
};

let dataDirectory: string;
let server: Server;
let origin: string;
let identity: IdentityProvider;

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'cfs-identity-'));
  server = createServer((request, response) => {
    identity.handler(request, response, String(request.headers['x-test-address'] ?? '127.0.0.1'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  await start();
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dataDirectory, { recursive: true });
});

/** Creates the provider from the files of the directory, as a start after a kill does. */
async function start(passwords: DemoPasswords = openPasswords): Promise<void> {
  identity = await createIdentityProvider({
    issuer: `${origin}/identity`,
    audience: 'cfs-api',
    clientId: 'cfs-portal',
    portalOrigins: [origin],
    dataDirectory,
    passwords,
    limits: { signInFailuresPerUser: 10, signInFailuresPerAddress: 20 },
    log,
  });
}

const { authorizationAddress, signIn, redeem, refresh } = createTestSignIn(() => origin);

describe('signing in', () => {
  test('redirects back with a code that is exchanged for verifiable tokens', async () => {
    const back = await signIn(createTestBrowser());
    expect(`${back.origin}${back.pathname}`).toBe(`${origin}/user/login`);
    expect(back.searchParams.get('state')).toBe('abc');
    const tokens = await redeem(back);
    const keys = createRemoteJWKSet(new URL(identity.jwksUri));
    const { payload } = await jwtVerify(tokens.access_token, keys, { issuer: identity.issuer, audience: 'cfs-api' });
    expect(payload).toMatchObject({
      sub: 'demo-operator',
      email: 'operator@demo.example',
      email_verified: true,
      name: 'Olga Operator',
    });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: 'demo-operator', name: 'Olga Operator' });
  });

  test('shows a warning and the demo password on its page', async () => {
    const { response } = await createTestBrowser().follow(authorizationAddress());
    const page = await response.text();
    expect(page).toContain('Not for production');
    expect(page).toContain('password: demo');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/);
  });

  test('refuses a wrong password and an unknown user in the same way', async () => {
    const browser = createTestBrowser();
    const { address } = await browser.follow(authorizationAddress());
    for (const userName of ['operator', 'nobody']) {
      const response = await browser.open(address, typed(userName, 'wrong'));
      expect(response.status).toBe(401);
      expect(await response.text()).toContain('User or password is wrong.');
    }
  });

  test('escapes the typed user name in its page', async () => {
    const browser = createTestBrowser();
    const { address } = await browser.follow(authorizationAddress());
    const response = await browser.open(address, typed('"><script>alert(1)</script>', 'x'));
    expect(await response.text()).not.toContain('<script');
  });

  test('returns 429 after five failures in a row', async () => {
    const browser = createTestBrowser();
    const { address } = await browser.follow(authorizationAddress());
    for (let attempt = 0; attempt < 5; attempt += 1) await browser.open(address, typed('admin', 'wrong'));
    const response = await browser.open(address, typed('admin', 'demo'));
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('returns 429 after too many failures of a user, across all addresses', async () => {
    const browser = createTestBrowser();
    const { address } = await browser.follow(authorizationAddress());
    const attempt = (password: string, from: number) =>
      browser.open(address, { ...typed('admin', password), headers: { 'x-test-address': `192.0.2.${from}` } });
    for (let from = 1; from <= 10; from += 1) expect((await attempt('wrong', from)).status).toBe(401);
    const refused = await attempt('demo', 11);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    const other = await browser.open(address, typed('viewer', 'wrong'));
    expect(other.status).toBe(401);
  });

  test('returns 429 after too many failures of an address, across all users', async () => {
    const browser = createTestBrowser();
    const { address } = await browser.follow(authorizationAddress());
    const headers = { 'x-test-address': '192.0.2.77' };
    for (let user = 1; user <= 20; user += 1) {
      expect((await browser.open(address, { ...typed(`user${user}`, 'wrong'), headers })).status).toBe(401);
    }
    const refused = await browser.open(address, { ...typed('viewer', 'demo'), headers });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 600]).toEqual([429, true]);
    expect((await browser.open(address, typed('operator', 'wrong'))).status).toBe(401);
  });

  test('keeps the journal small if many sign-ins are never completed', async () => {
    const journal = join(dataDirectory, 'identity', 'records.jsonl');
    for (let begun = 0; begun < 700; begun += 1) {
      await fetch(authorizationAddress({ state: 'x'.repeat(4_000) }), { redirect: 'manual' });
    }
    const last = createTestBrowser();
    const page = await last.follow(authorizationAddress());
    expect((await stat(journal)).size).toBeLessThan(4 * 1024 * 1024);
    await start();
    expect((await stat(journal)).size).toBeLessThan(1.25 * 1024 * 1024);
    expect((await last.follow(page.address, typed('viewer', 'demo'))).address).toContain('/user/login?code=');
  });

  test.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with a plain code challenge', { code_challenge_method: 'plain' }],
    ['with an implicit response type', { response_type: 'id_token', nonce: 'n' }],
  ])('is refused %s', async (_case, parameters) => {
    const { address } = await createTestBrowser().follow(authorizationAddress(parameters));
    expect(new URL(address.replace('#', '?')).searchParams.get('error')).toMatch(
      /invalid_request|unsupported_response/,
    );
  });

  test('never redirects to an address that is not registered', async () => {
    const { address, response } = await createTestBrowser().follow(
      authorizationAddress({ redirect_uri: 'https://elsewhere.example/user/login' }),
    );
    expect(response.status).toBe(400);
    expect(new URL(address).origin).toBe(origin);
    expect(await response.text()).toContain('This sign-in cannot continue');
  });

  test('returns 400 for an oversized body and for one that is not a form', async () => {
    const browser = createTestBrowser();
    const { address } = await browser.follow(authorizationAddress());
    const large = await browser.open(address, typed('admin', 'x'.repeat(10_000)));
    const foreign = await browser.open(address, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'text/json' },
    });
    expect([large.status, foreign.status]).toEqual([400, 400]);
  });

  test('renews silently while the session lasts', async () => {
    const browser = createTestBrowser();
    await signIn(browser);
    const silent = await browser.follow(
      authorizationAddress({ prompt: 'none', redirect_uri: `${origin}/silent-callback.html` }),
    );
    expect(new URL(silent.address).searchParams.get('code')).toBeTruthy();
    const stranger = await createTestBrowser().follow(authorizationAddress({ prompt: 'none' }));
    expect(new URL(stranger.address).searchParams.get('error')).toBe('login_required');
  });
});

describe('refresh tokens', () => {
  test('rotate, and using one twice ends the sign-in', async () => {
    const first = await redeem(await signIn(createTestBrowser()));
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.tokens.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.tokens.access_token)).toMatchObject({ aud: 'cfs-api', sub: 'demo-operator' });
    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect((await refresh(second.tokens.refresh_token)).status).toBe(400);
  });

  test('and sessions survive a restart without a clean stop', async () => {
    const browser = createTestBrowser();
    const { refresh_token } = await redeem(await signIn(browser));
    await start();
    expect((await refresh(refresh_token)).status).toBe(200);
    const silent = await browser.follow(authorizationAddress({ prompt: 'none' }));
    expect(new URL(silent.address).searchParams.get('code')).toBeTruthy();
  });

  test('survive a journal whose last line is incomplete', async () => {
    const { refresh_token } = await redeem(await signIn(createTestBrowser()));
    const journal = join(dataDirectory, 'identity', 'records.jsonl');
    await writeFile(journal, `${await readFile(journal, 'utf8')}["Session:x",{"val`);
    await start();
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test('end with the sign-out of their session', async () => {
    const browser = createTestBrowser();
    const tokens = await redeem(await signIn(browser));
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${origin}/user/login`,
    });
    const page = await (await browser.open(`${origin}/identity/session/end?${query.toString()}`)).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const confirmed = await browser.follow(`${origin}/identity/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    expect(confirmed.address).toBe(`${origin}/user/login`);
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
  });
});

describe('the first-run provider', () => {
  test('publishes its metadata with the addresses of its issuer, whatever host was requested', async () => {
    const response = await fetch(
      `${origin.replace('localhost', '127.0.0.1')}/identity/.well-known/openid-configuration`,
    );
    expect(await response.json()).toMatchObject({
      issuer: `${origin}/identity`,
      jwks_uri: identity.jwksUri,
      authorization_endpoint: `${origin}/identity/auth`,
      response_types_supported: ['code'],
    });
  });

  test('publishes no private key and keeps its files private', async () => {
    const published = await (await fetch(identity.jwksUri)).text();
    expect(published).not.toContain('"d"');
    for (const name of ['keys.json', 'records.jsonl', 'parties.json']) {
      expect((await stat(join(dataDirectory, 'identity', name))).mode & 0o777).toBe(0o600);
    }
  });

  test('issues tokens for scripts that verify like any other', async () => {
    const token = (await identity.issueToken('viewer')) ?? '';
    const { payload } = await jwtVerify(token, createLocalJWKSet(identity.keySet), {
      issuer: identity.issuer,
      audience: 'cfs-api',
    });
    expect(payload).toMatchObject({ sub: 'demo-viewer', email: 'viewer@demo.example', email_verified: true });
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(await identity.issueToken('stranger')).toBeUndefined();
  });

  test('announces random passwords once and keeps their hashes', async () => {
    const announced: Readonly<Record<string, string>>[] = [];
    const announce = (passwords: Readonly<Record<string, string>>): number => announced.push(passwords);
    const directory = join(dataDirectory, 'identity');
    await randomPasswords(directory, announce);
    const passwords = await randomPasswords(directory, announce);
    expect(announced).toHaveLength(1);
    const [password = ''] = [announced[0]?.['admin']];
    expect(await readFile(join(directory, 'passwords.json'), 'utf8')).not.toContain(password);
    await start(passwords);
    expect((await signIn(createTestBrowser(), 'admin', password)).searchParams.get('code')).toBeTruthy();
    expect((await signIn(createTestBrowser(), 'admin', 'demo')).searchParams.get('code')).toBeNull();
  });
});
