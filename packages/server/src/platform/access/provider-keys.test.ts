import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { createAccessTokens } from './access-token.ts';
import { createRemoteIdentity } from './remote-identity.ts';

const accepted = 'accepted';
const unknown = '401 The access token is signed with an unknown key.';
const later = '503 The keys of the identity provider were requested a moment ago. Please try again.';
const unreachable = '503 The keys of the identity provider cannot be reached at the moment.';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const passSeconds = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

const makeKey = async (kid: string) => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } };
};
type Key = Awaited<ReturnType<typeof makeKey>>;
const [first, second, foreign] = await Promise.all(['first', 'second', 'foreign'].map(makeKey));

const setUp = async (...published: (Key | undefined)[]) => {
  const state = { keys: [] as JWK[], fetches: 0, isAway: false, held: undefined as Promise<unknown> | undefined };
  const publish = (...keys: (Key | undefined)[]): void => {
    state.keys = keys.flatMap((key) => (key ? [key.jwk] : []));
  };
  publish(...published);
  const provider = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url !== '/keys')
      return void response.end(JSON.stringify({ issuer: authority, jwks_uri: `${authority}/keys` }));
    state.fetches += 1;
    const body = JSON.stringify({ keys: state.keys });
    if (state.isAway) response.writeHead(500);
    void (state.held ?? Promise.resolve()).then(() => response.end(body));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  onTestFinished(() => {
    provider.closeAllConnections();
    provider.close();
  });
  const authority = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const source = createRemoteIdentity({
    authority,
    audience: 'api',
    clientId: 'portal',
    accessTokenType: 'any',
    onStale: () => undefined,
  });
  const tokens = createAccessTokens(source, systemClock);
  let count = 0;
  /** Verifies a new token that is signed with the key; resolves to the outcome as text. */
  const signIn = async (key: Key | undefined): Promise<string> => {
    if (!key) throw new TypeError('There is no such key.');
    const token = await new SignJWT({ sub: 'ada', jti: String((count += 1)) })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'at+jwt' })
      .setIssuer(authority)
      .setAudience('api')
      .setExpirationTime('5m')
      .sign(key.privateKey);
    return tokens.verify(token).then(
      () => accepted,
      (error: { status?: number; message: string }) => `${error.status} ${error.message}`,
    );
  };
  return { state, publish, signIn };
};

describe('the keys of a provider', () => {
  it('are fetched again for a token of a new key, at the earliest two seconds after the last fetch', async () => {
    const { state, publish, signIn } = await setUp(first);
    expect(await signIn(first)).toBe(accepted);
    publish(second, first);
    expect(await signIn(second)).toBe(later);
    passSeconds(1.9);
    expect(await signIn(second)).toBe(later);
    expect(state.fetches).toBe(1);
    passSeconds(0.1);
    expect(await signIn(second)).toBe(accepted);
    expect(await signIn(first)).toBe(accepted);
    expect(state.fetches).toBe(2);
  });

  it('lead to 401 for a token of an unknown key once they have been fetched for it', async () => {
    const { state, signIn } = await setUp(first);
    expect(await signIn(foreign)).toBe(unknown);
    expect(state.fetches).toBe(1);
    passSeconds(2);
    expect(await signIn(foreign)).toBe(unknown);
    expect(state.fetches).toBe(2);
  });

  it('are fetched once for many tokens of unknown keys, while known ones are accepted', async () => {
    const { state, signIn } = await setUp(first);
    expect(await signIn(first)).toBe(accepted);
    passSeconds(2);
    const many = await Promise.all(Array.from({ length: 20 }, () => signIn(foreign)));
    for (const outcome of many) expect([unknown, later]).toContain(outcome);
    expect(await signIn(foreign)).toBe(later);
    expect(await signIn(first)).toBe(accepted);
    expect(state.fetches).toBe(2);
  });

  it('do not lead to 401 after a fetch that began before the token arrived', async () => {
    const { state, publish, signIn } = await setUp(first);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    state.held = promise;
    const early = signIn(foreign);
    await vi.waitUntil(() => state.fetches === 1);
    publish(second, first);
    const late = signIn(second);
    // Until the second token is signed and its verification waits for the fetch of the first.
    await new Promise((done) => setTimeout(done, 50));
    resolve(undefined);
    expect(await Promise.all([early, late])).toEqual([unknown, later]);
    expect(state.fetches).toBe(1);
  });

  it('are not fetched more often while the provider fails', async () => {
    const { state, signIn } = await setUp(first);
    state.isAway = true;
    expect(await signIn(first)).toBe(unreachable);
    expect(await signIn(foreign)).toBe(later);
    expect(state.fetches).toBe(1);
    state.isAway = false;
    passSeconds(2);
    expect(await signIn(first)).toBe(accepted);
    passSeconds(2);
    state.isAway = true;
    expect(await signIn(foreign)).toBe(unreachable);
    expect(await signIn(foreign)).toBe(later);
    expect(await signIn(first)).toBe(accepted);
    expect(state.fetches).toBe(3);
  });

  it('are used for six hours while they cannot be fetched', async () => {
    const { state, signIn } = await setUp(first);
    expect(await signIn(first)).toBe(accepted);
    state.isAway = true;
    passSeconds(600);
    expect([await signIn(first), await signIn(first)]).toEqual([accepted, accepted]);
    expect(state.fetches).toBe(2);
    passSeconds(29);
    expect(await signIn(first)).toBe(accepted);
    expect(state.fetches).toBe(2);
    passSeconds(1);
    expect(await signIn(first)).toBe(accepted);
    expect(state.fetches).toBe(3);
    passSeconds(6 * 3_600 - 631);
    expect(await signIn(first)).toBe(accepted);
    passSeconds(1);
    expect(await signIn(first)).not.toBe(accepted);
    state.isAway = false;
    passSeconds(2);
    expect(await signIn(first)).toBe(accepted);
  });

  it('are accepted for ten minutes after the provider has withdrawn them', async () => {
    const { state, publish, signIn } = await setUp(first, second);
    expect(await signIn(first)).toBe(accepted);
    publish(second);
    passSeconds(599);
    expect(await signIn(first)).toBe(accepted);
    passSeconds(1);
    expect(await signIn(second)).toBe(accepted);
    expect(state.fetches).toBe(2);
    passSeconds(2);
    expect(await signIn(first)).toBe(unknown);
  });
});
