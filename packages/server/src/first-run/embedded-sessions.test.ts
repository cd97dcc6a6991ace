import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTables } from '../access-tables.ts';
import { createApp } from '../app.ts';
import { accessArea } from '../areas/access/access-area.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfiguration } from '../platform/configuration.ts';
import { createServices } from '../platform/create-services.ts';
import type { App } from '../platform/http/app-instance.ts';
import type { Services } from '../platform/services.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { testMasterKey } from '../testing/test-database-constants.ts';
import { withinOneMinute } from '../testing/within-one-minute.ts';
import { firstRunIdentity } from './first-run-identity.ts';
import { freePort } from './free-port.ts';
import { createTestBrowser, type TestBrowser } from './identity-provider/test-browser.ts';
import { createTestSignIn, type TestTokens } from './identity-provider/test-sign-in.ts';

let database: TestDatabase;
let dataDirectory: string;
let services: Services;
let app: App;
let origin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = await mkdtemp(join(tmpdir(), 'cfs-embedded-sessions-'));
  const port = await freePort('127.0.0.1');
  origin = `http://localhost:${port}`;
  const configuration = readConfiguration({ DATA_DIR: dataDirectory, PORT: String(port), LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  const identity = await firstRunIdentity({ configuration, port, log, print: () => undefined });
  const gate = database.createGate({ clock: systemClock });
  services = createServices({
    configuration,
    masterKey: testMasterKey,
    gate,
    accessTables,
    identity: identity.source,
    clock: systemClock,
    log,
  });
  app = await createApp({
    services,
    access: gate,
    areas: [accessArea],
    identityHandler: identity.handler,
    portalDirectory: tmpdir(),
  });
  await app.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await services.snapshot.close();
  await database.drop();
  await rm(dataDirectory, { recursive: true });
});

const { authorizationAddress, signIn, redeem, refresh } = createTestSignIn(() => origin);

const tokensOf = async (browser: TestBrowser): Promise<TestTokens> => redeem(await signIn(browser));

/** 403: the token is valid, but its bearer is not invited; 401: the token is rejected. */
const statusOf = async ({ access_token: token }: TestTokens): Promise<number> =>
  (await fetch(`${origin}/v1/currentUser`, { headers: { authorization: `Bearer ${token}` } })).status;

const signOut = async ({ access_token: token }: TestTokens): Promise<number> =>
  (await fetch(`${origin}/v1/currentUser/signOut`, { method: 'POST', headers: { authorization: `Bearer ${token}` } }))
    .status;

const asksForPassword = async (browser: TestBrowser): Promise<boolean> => {
  const { address } = await browser.follow(authorizationAddress({ prompt: 'none' }));
  return new URL(address).searchParams.get('error') === 'login_required';
};

describe('a sign-in at the embedded provider', () => {
  it('ends when the portal signs out, with its tokens, its refresh token and its session at the provider', async () => {
    const browser = createTestBrowser();
    const tokens = await tokensOf(browser);
    const renewed = (await refresh(tokens.refresh_token)).tokens;
    expect([await statusOf(tokens), await statusOf(renewed)]).toEqual([403, 403]);
    expect(await signOut(tokens)).toBe(204);
    expect([await statusOf(tokens), await statusOf(renewed)]).toEqual([401, 401]);
    expect((await refresh(renewed.refresh_token)).status).toBe(400);
    expect(await asksForPassword(browser)).toBe(true);
    expect(await statusOf(await tokensOf(browser))).toBe(403);
  });

  it('in another browser stays valid', async () => {
    const [here, there] = [createTestBrowser(), createTestBrowser()];
    const [mine, others] = [await tokensOf(here), await tokensOf(there)];
    await signOut(mine);
    expect([await statusOf(mine), await statusOf(others)]).toEqual([401, 403]);
    expect((await refresh(others.refresh_token)).status).toBe(200);
    expect(await asksForPassword(there)).toBe(false);
  });

  it('ends when its code is used twice', async () => {
    const back = await signIn(createTestBrowser());
    const tokens = await redeem(back);
    expect(await statusOf(tokens)).toBe(403);
    expect(await redeem(back)).toMatchObject({ error: 'invalid_grant' });
    expect(await statusOf(tokens)).toBe(401);
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
  });

  it('ends when a refresh token is used a second time', async () => {
    const first = await tokensOf(createTestBrowser());
    const second = (await refresh(first.refresh_token)).tokens;
    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
    expect((await refresh(second.refresh_token)).status).toBe(400);
  });

  it('ends when the user signs out at the provider, which does not ask for confirmation if given an ID token hint', async () => {
    const browser = createTestBrowser();
    const tokens = await tokensOf(browser);
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${origin}/user/login`,
    });
    const answer = await browser.open(`${origin}/identity/session/end?${query.toString()}`);
    const page = await answer.text();
    const nonce = /script-src 'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(page).toContain(`<script nonce="${nonce}">document.forms[0].submit();</script>`);
    const body = new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '', logout: 'yes' });
    const left = await browser.follow(`${origin}/identity/session/end/confirm`, { method: 'POST', body });
    expect(left.address).toBe(`${origin}/user/login`);
    expect(await statusOf(tokens)).toBe(401);
    expect(await asksForPassword(browser)).toBe(true);
  });

  it('that has already ended is redirected back from the provider without a confirmation', async () => {
    const browser = createTestBrowser();
    const tokens = await tokensOf(browser);
    await signOut(tokens);
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${origin}/user/login`,
    });
    const page = await (await browser.open(`${origin}/identity/session/end?${query.toString()}`)).text();
    expect(page).toContain('document.forms[0].submit()');
    const body = new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '', logout: 'yes' });
    const left = await browser.follow(`${origin}/identity/session/end/confirm`, { method: 'POST', body });
    expect(left.address).toBe(`${origin}/user/login`);
  });

  it('ends when another user signs in with the same browser', async () => {
    const browser = createTestBrowser();
    const tokens = await tokensOf(browser);
    const page = await browser.follow(authorizationAddress({ prompt: 'login' }));
    const body = new URLSearchParams({ userName: 'viewer', password: 'demo' });
    const form = await browser.follow(page.address, { method: 'POST', body });
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await form.response.text())?.[1] ?? '';
    await browser.follow(`${origin}/identity/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    expect(await statusOf(tokens)).toBe(401);
  });
});

describe('sign-ins that are begun at the embedded provider', () => {
  it('are rate limited per address, while the provider continues to serve its metadata', async () => {
    const begin = async (): Promise<Response> => fetch(authorizationAddress(), { redirect: 'manual' });
    const statusOfPage = async (path: string): Promise<number> => (await fetch(`${origin}/identity${path}`)).status;
    const { begun, endStatus, metadataStatus } = await withinOneMinute(async () => ({
      begun: await Promise.all(Array.from({ length: 130 }, begin)),
      endStatus: await statusOfPage('/session/end'),
      metadataStatus: await statusOfPage('/.well-known/openid-configuration'),
    }));
    const refused = begun.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(begun.filter(({ status }) => status === 303).length).toBeLessThanOrEqual(120);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(endStatus).toBe(429);
    expect(metadataStatus).toBe(200);
  });
});
