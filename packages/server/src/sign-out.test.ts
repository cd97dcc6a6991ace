import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTables } from './access-tables.ts';
import { createApp } from './app.ts';
import { createServices } from './platform/create-services.ts';
import type { App } from './platform/http/app-instance.ts';
import type { Services } from './platform/services.ts';
import { createTestClient } from './testing/test-client.ts';
import { testMasterKey } from './testing/test-database-constants.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { accessArea } from './areas/access/access-area.ts';

let server: TestServer;
/** Another node on the same database. */
let node: { readonly app: App; readonly services: Services };

beforeAll(async () => {
  server = await startTestServer({ areas: [accessArea] });
  const { configuration, clock, log } = server.services;
  const gate = server.database.createGate({ clock });
  const services = createServices({
    configuration,
    masterKey: testMasterKey,
    gate,
    accessTables,
    identity: server.identity.source,
    clock,
    log,
  });
  node = { services, app: await createApp({ services, access: gate, areas: [accessArea], portalDirectory: tmpdir() }) };
  await node.app.ready();
  await server.person('Viewer');
  await services.snapshot.refresh();
});
afterAll(async () => {
  await node.app.close();
  await node.services.snapshot.close();
  await server.close();
});

const sign = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  server.identity.sign({ sub: (await server.person('Viewer')).subject, ...more });

const ask = async (token: string, app = server.app): Promise<number> =>
  (await createTestClient(app, () => Promise.resolve(token)).get('/v1/currentUser')).status;

const signOut = async (token: string): Promise<number> =>
  (await server.withCredential(token).post('/v1/currentUser/signOut')).status;

describe('signing out', () => {
  it('ends the tokens of the session on every node, and those of no other session', async () => {
    const [token, renewed, other] = [
      await sign({ sid: 'one' }),
      await sign({ sid: 'one', jti: 'b' }),
      await sign({ sid: 'two' }),
    ];
    expect(await Promise.all([token, renewed, other].map((each) => ask(each, node.app)))).toEqual([200, 200, 200]);
    expect(await signOut(token)).toBe(204);
    expect(await Promise.all([token, renewed, other].map((each) => ask(each)))).toEqual([401, 401, 200]);
    await expect.poll(() => ask(token, node.app)).toBe(401);
    expect(await ask(other, node.app)).toBe(200);
    server.clock.advance(60_000);
    expect(await ask(await sign({ sid: 'one' }))).toBe(401);
  });

  it('of a session that the provider continues lasts until the person authenticates again', async () => {
    server.clock.advance(60_000);
    const seconds = (): number => Math.floor(server.clock.now().getTime() / 1_000);
    const authenticated = seconds();
    const token = await sign({ sid: 'kept', auth_time: authenticated });
    expect(await signOut(token)).toBe(204);
    server.clock.advance(5_000);
    expect(await ask(await sign({ sid: 'kept', auth_time: authenticated }))).toBe(401);
    expect(await ask(await sign({ sid: 'kept' }))).toBe(401);
    const again = await sign({ sid: 'kept', auth_time: seconds() });
    expect(await ask(again)).toBe(200);
    await expect.poll(() => ask(again, node.app)).toBe(200);
    expect(await signOut(token)).toBe(204);
    expect(await ask(again)).toBe(200);
    expect(await signOut(again)).toBe(204);
    expect([await ask(token), await ask(again)]).toEqual([401, 401]);
  });

  it('is checked before a response if a node could not poll for a second', async () => {
    const token = await sign({ sid: 'unpolled' });
    expect(await ask(token, node.app)).toBe(200);
    await signOut(token);
    server.clock.advance(1_001);
    expect(await ask(token, node.app)).toBe(401);
  });

  it('ends all tokens issued to the subject until then if they name no session', async () => {
    const [token, other] = [await sign(), await sign({ jti: 'b' })];
    expect([await ask(token), await ask(other)]).toEqual([200, 200]);
    expect(await signOut(token)).toBe(204);
    expect([await ask(token), await ask(other)]).toEqual([401, 401]);
    await expect.poll(() => ask(other, node.app)).toBe(401);
    server.clock.advance(1_000);
    expect(await ask(await sign())).toBe(200);
    expect(await ask(await sign({ iat: undefined }))).toBe(401);
  });

  it('ends a token of a provider whose clock is ahead', async () => {
    server.clock.advance(1_000);
    const ahead = Math.floor(server.clock.now().getTime() / 1_000) + 30;
    const token = await sign({ iat: ahead });
    await signOut(token);
    expect(await ask(token)).toBe(401);
    server.clock.advance(31_000);
    expect(await ask(await sign())).toBe(200);
  });

  it('of a session also covers an authentication by a provider whose clock is ahead', async () => {
    server.clock.advance(60_000);
    const ahead = Math.floor(server.clock.now().getTime() / 1_000) + 20;
    const token = await sign({ sid: 'ahead', iat: ahead, auth_time: ahead });
    await signOut(token);
    expect(await ask(token)).toBe(401);
  });

  it('ends a token of a provider whose clock is behind, but not one that is issued a second later', async () => {
    server.clock.advance(3_600_000);
    const signLate = (jti: string): Promise<string> =>
      sign({ jti, iat: Math.floor(server.clock.now().getTime() / 1_000) - 25 });
    const [token, other] = [await signLate('c'), await signLate('d')];
    expect([await ask(token), await ask(other)]).toEqual([200, 200]);
    server.clock.advance(10_000);
    await signOut(token);
    const unseen = await signLate('e');
    expect([await ask(token), await ask(other), await ask(unseen)]).toEqual([401, 401, 401]);
    server.clock.advance(1_000);
    expect(await ask(await signLate('f'))).toBe(200);
    await expect.poll(() => ask(token, node.app)).toBe(401);
  });

  it('ends a token with an absurd time of issue', async () => {
    const token = await server.identity.sign({ sub: 'from another age', iat: 1e300 });
    expect([await signOut(token), await ask(token)]).toEqual([204, 401]);
  });

  it('again changes nothing', async () => {
    const token = await sign({ sid: 'again' });
    await signOut(token);
    const { epoch } = await server.services.snapshot.refresh();
    expect(await signOut(token)).toBe(204);
    expect((await server.services.snapshot.refresh()).epoch).toBe(epoch);
  });

  it('again, without a session, keeps tokens issued since then', async () => {
    server.clock.advance(60_000);
    const old = await sign();
    await signOut(old);
    const { epoch } = await server.services.snapshot.refresh();
    server.clock.advance(60_000);
    const fresh = await sign({ jti: 'fresh' });
    expect(await signOut(old)).toBe(204);
    expect(await ask(fresh)).toBe(200);
    expect((await server.services.snapshot.refresh()).epoch).toBe(epoch);
  });

  it('requires a valid access token, but no invitation', async () => {
    expect(await signOut(await server.identity.sign({ sub: 'stranger', sid: 'strange' }))).toBe(204);
    expect(await signOut('x.y.z')).toBe(401);
    expect((await server.anonymous.post('/v1/currentUser/signOut')).status).toBe(401);
    const idToken = await sign({ sid: 'two', nonce: 'n' });
    expect(await signOut(idToken)).toBe(401);
  });

  it.each([
    ['a sub of 256 characters', { sub: 'x'.repeat(256) }, /^The "sub" of the access token has more than 255/],
    ['a sub with a NUL character', { sub: 'a\0b' }, /"sub".*invalid/],
    ['a sid of 501 characters', { sid: 'x'.repeat(501) }, /^The "sid" of the access token has more than 500/],
    ['a sid with a lone surrogate', { sid: 'a\ud800' }, /"sid".*invalid/],
  ])('is refused with 401 for %s', async (_, claims, detail) => {
    const answer = await server.withCredential(await sign(claims)).post('/v1/currentUser/signOut');
    expect([answer.status, answer.body]).toEqual([
      401,
      expect.objectContaining({ detail: expect.stringMatching(detail) }),
    ]);
  });

  it('is possible for a sub of 255 characters and a sid of 500 in any script', async () => {
    const random = (length: number): string =>
      Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
    expect(await signOut(await server.identity.sign({ sub: random(255), sid: random(500) }))).toBe(204);
    expect(await signOut(await server.identity.sign({ sub: random(255) }))).toBe(204);
  });

  it('is remembered for a day, and as long as the token is valid', async () => {
    const now = Math.floor(server.clock.now().getTime() / 1_000);
    const long = await sign({ sid: 'long', exp: now + 30 * 86_400 });
    await signOut(long);
    server.clock.advance(25 * 3_600_000);
    await signOut(await sign({ sid: 'later' }));
    const kept = await server.database.asOwner<{ session_id: string | null }>(
      'select session_id from cfs.ended_sessions',
    );
    expect(kept.map((row) => row.session_id).sort()).toEqual(['later', 'long']);
    expect(await ask(long)).toBe(401);
  });
});
