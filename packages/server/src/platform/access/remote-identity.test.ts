import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRemoteIdentity } from './remote-identity.ts';

const { publicKey, privateKey } = await generateKeyPair('RS256');
let provider: Server;
let authority: string;
let answering = true;
let issuer: string | undefined;
let hasUserInfo = true;
let discoveries = 0;
let keysPath = '/keys';
let tokenEndpoint = 'https://tokens.example.com/token';

beforeAll(async () => {
  provider = createServer((request, response) => {
    if (request.url === '/me' && request.headers.authorization === 'Bearer foreign')
      return void response.writeHead(403).end();
    if (request.url === '/me' && request.headers.authorization === 'Bearer expired')
      return void response.writeHead(401).end();
    if (request.url === '/me' && request.headers.authorization === 'Bearer broken')
      return void response.writeHead(500).end();
    if (request.url?.startsWith('/.well-known/')) discoveries += 1;
    if (!answering) return void response.writeHead(503).end();
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer: issuer ?? authority,
        jwks_uri: authority + keysPath,
        ...(hasUserInfo && { userinfo_endpoint: `${authority}/me` }),
        authorization_endpoint: `${authority}/authorize`,
        token_endpoint: tokenEndpoint,
      }),
      '/me': () => ({ sub: 'one', email: 'one@example.com', bearer: request.headers.authorization }),
    };
    const answer = answers[request.url ?? ''];
    const body =
      request.url === keysPath ? exportJWK(publicKey).then((jwk) => ({ keys: [{ ...jwk, kid: 'k' }] })) : answer?.();
    void Promise.resolve(body).then((value) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value)),
    );
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  authority = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => provider.close());

const failures: unknown[] = [];
const identity = () =>
  createRemoteIdentity({
    authority,
    audience: 'api',
    clientId: 'portal',
    accessTokenType: 'any',
    onStale: (error) => failures.push(error),
  });
const token = () =>
  new SignJWT({ sub: 'one' }).setProtectedHeader({ alg: 'RS256', kid: 'k' }).setIssuer(authority).sign(privateKey);

/** Fakes the monotonic clock; the returned function advances it by seconds. */
const fakeTime = (): ((seconds: number) => void) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return (seconds) => void vi.advanceTimersByTime(seconds * 1_000);
};

describe('a configured identity provider', () => {
  it('is configured by its discovery document', async () => {
    const source = identity();
    const { payload } = await jwtVerify(await token(), source.keys, { issuer: source.issuer });
    expect(payload.sub).toBe('one');
    expect(await source.userInfo?.('abc')).toEqual({ sub: 'one', email: 'one@example.com', bearer: 'Bearer abc' });
  });

  it('returns the origins that browsers use, and no userinfo for a token that the endpoint refuses', async () => {
    expect(await identity().browserOrigins?.()).toEqual([authority, 'https://tokens.example.com']);
    expect(await identity().userInfo?.('foreign')).toEqual({});
  });

  it('leads to 503 while it is unreachable, and is retried with exponential backoff', async () => {
    const pass = fakeTime();
    failures.length = 0;
    const source = identity();
    const before = discoveries;
    answering = false;
    for (const [seconds, asked] of [
      [0, 1],
      [0.9, 1],
      [0.1, 2],
      [1.9, 2],
      [0.1, 3],
      [0, 3],
    ] as const) {
      pass(seconds);
      await expect(jwtVerify(await token(), source.keys)).rejects.toMatchObject({ status: 503 });
      expect(discoveries - before).toBe(asked);
    }
    answering = true;
    pass(4);
    await expect(jwtVerify(await token(), source.keys)).resolves.toBeDefined();
    expect(failures).toEqual([]);
  });

  it('is read again at once when its keys have moved and the old address fails', async () => {
    const pass = fakeTime();
    onTestFinished(() => void (keysPath = '/keys'));
    const source = identity();
    await jwtVerify(await token(), source.keys);
    keysPath = '/moved-keys';
    pass(6 * 3_600);
    await expect(jwtVerify(await token(), source.keys)).resolves.toBeDefined();
  });

  it('is read again hourly, and while that fails, keeps its last metadata and reports the failure', async () => {
    const pass = fakeTime();
    failures.length = 0;
    onTestFinished(() => void (tokenEndpoint = 'https://tokens.example.com/token'));
    const source = identity();
    await source.browserOrigins?.();
    const before = discoveries;
    tokenEndpoint = 'https://elsewhere.example.com/token';
    answering = false;
    pass(3_600);
    expect(await source.browserOrigins?.()).toEqual([authority, 'https://tokens.example.com']);
    await vi.waitUntil(() => failures.length > 0);
    expect(failures).toMatchObject([{ status: 503 }]);
    expect(discoveries).toBe(before + 1);
    expect(await source.browserOrigins?.()).toEqual([authority, 'https://tokens.example.com']);
    answering = true;
    pass(60);
    await source.browserOrigins?.();
    await expect.poll(() => source.browserOrigins?.()).toEqual([authority, 'https://elsewhere.example.com']);
    expect(discoveries).toBe(before + 2);
  });

  it('is refused if its issuer differs from the authority', async () => {
    issuer = 'https://elsewhere.example.com';
    await expect(jwtVerify(await token(), identity().keys)).rejects.toMatchObject({ status: 503 });
    issuer = undefined;
  });

  it('is read once for several uses', async () => {
    const source = identity();
    const before = discoveries;
    await source.browserOrigins?.();
    await source.userInfo?.('abc');
    await jwtVerify(await token(), source.keys);
    expect(discoveries).toBe(before + 1);
  });

  it('returns no userinfo if it has no such endpoint', async () => {
    hasUserInfo = false;
    expect(await identity().userInfo?.('abc')).toEqual({});
    hasUserInfo = true;
  });

  it('returns no userinfo for an expired token, and 503 when the endpoint fails', async () => {
    expect(await identity().userInfo?.('expired')).toEqual({});
    await expect(identity().userInfo?.('broken')).rejects.toMatchObject({ status: 503 });
  });
});
