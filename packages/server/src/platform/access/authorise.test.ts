import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addTestPerson } from '../../testing/test-people.ts';
import type { Area } from '../services.ts';
import { createTenantToken } from './tenant-tokens.ts';

const probes: Area = {
  name: 'probes',
  routes: (app) => {
    const answer = { ok: true };
    app.get('/v1/probes', { config: { permission: 'Locations:view' } }, () => answer);
    app.get('/v1/probes/rows', { config: { permission: 'Locations:view', opensToReaders: true } }, () => answer);
    app.put('/v1/probes', { config: { permission: 'Locations:create' } }, () => answer);
    app.get('/v1/probes/either', { config: { permission: ['Tokens:view', 'Blocks:view'] } }, () => answer);
    app.get('/v1/probes/anybody', { config: { permission: 'signed-in' } }, ({ context }) => ({
      tenantId: context.tenantId,
      subscriptionId: context.subscriptionId ?? null,
      actor: context.actor,
      route: context.route,
      address: context.address,
    }));
    app.put('/v1/probes/anybody', { config: { permission: 'signed-in' } }, ({ context }) => ({
      tenantId: context.tenantId,
    }));
    app.get('/v1/probes/allowed', { config: { permission: 'signed-in' } }, ({ context }) =>
      (['Locations:view', 'Locations:create'] as const).map((permission) => context.can(permission)),
    );
    app.post('/v1/probes/enrol', { config: { permission: { machine: 'enrol' } } }, ({ context }) => ({
      tenantId: context.tenantId,
      scope: context.scopeOf('PendingDevices:create'),
    }));
    app.post('/v1/probes/packets', { config: { permission: { machine: ['packets', 'agent'] } } }, () => answer);
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ areas: [probes] });
});
afterAll(() => server.close());

const refusal = async (credential: string): Promise<[number, unknown]> => {
  const answer = await server.withCredential(credential).get('/v1/probes');
  return [answer.status, (answer.body as { detail: unknown }).detail];
};

describe('an access token', () => {
  const claims = async (): Promise<{ sub: string }> => ({ sub: (await server.person('Operator')).subject });
  const seconds = (): number => Math.floor(server.clock.now().getTime() / 1_000);

  it('that is valid grants the permissions of its role', async () => {
    expect((await server.as('Operator').get('/v1/probes')).body).toEqual({ ok: true });
    expect((await server.as('Operator').put('/v1/probes', {})).status).toBe(403);
    expect((await server.as('Viewer').get('/v1/probes/either')).status).toBe(200);
    expect((await server.as('Requester').get('/v1/probes/either')).status).toBe(403);
  });

  it.each(['x', 'a.b.c', 'e30.e30.', 'cfs_', 'cfsd.nothing', '....', 'A'.repeat(20_000)])(
    'that is malformed is refused (%#)',
    async (credential) => {
      expect((await refusal(credential))[0]).toBe(401);
    },
  );

  it.each(['', 'Bearer', 'Basic YTpi', 'Bearer a b', 'Bearer ä'])(
    'is refused unless the header holds one bearer credential: "%s"',
    async (header) => {
      const answer = await server.anonymous.get('/v1/probes', { authorization: header });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    },
  );

  it('of another issuer or for another audience is refused', async () => {
    const wrongIssuer = await server.identity.sign({ ...(await claims()), iss: 'https://elsewhere.example.com' });
    expect(await refusal(wrongIssuer)).toEqual([
      401,
      'The access token is not valid: its "iss" is not the expected one.',
    ]);
    const wrongAudience = await server.identity.sign({ ...(await claims()), aud: 'cfs-portal' });
    expect(await refusal(wrongAudience)).toEqual([
      401,
      'The access token is not valid: its "aud" is not the expected one.',
    ]);
  });

  it('without a subject or an expiry is refused', async () => {
    expect((await refusal(await server.identity.sign({})))[0]).toBe(401);
    const endless = await server.identity.sign({ ...(await claims()), exp: undefined });
    expect((await refusal(endless))[0]).toBe(401);
  });

  it('without a signature, or signed with a shared secret, is refused', async () => {
    const { issuer, audience } = server.identity.source;
    const unsigned = new UnsecuredJWT(await claims())
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(seconds() + 60);
    expect((await refusal(unsigned.encode()))[0]).toBe(401);
    const secret = await new SignJWT(await claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'test' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(seconds() + 60)
      .sign(new TextEncoder().encode('0123456789abcdef0123456789abcdef'));
    expect(await refusal(secret)).toEqual([401, 'The algorithm of the access token is not allowed.']);
  });

  it("signed with a key that is not the provider's is refused", async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const stranger = (kid: string, jwk = {}) =>
      new SignJWT({ sub: 'x' })
        .setProtectedHeader({ alg: 'ES256', kid, ...jwk })
        .setIssuer(server.identity.source.issuer)
        .setAudience(server.identity.source.audience)
        .setExpirationTime(seconds() + 60)
        .sign(privateKey);
    expect((await refusal(await stranger('test')))[1]).toBe('The signature of the access token is not valid.');
    expect((await refusal(await stranger('other')))[1]).toBe('The access token is signed with an unknown key.');
    expect((await refusal(await stranger('test', { jwk: await exportJWK(publicKey) })))[0]).toBe(401);
  });

  it.each([
    ['RFC 9068', 'at+jwt', {}],
    ['RFC 9068 with the full media type', 'application/at+jwt', {}],
    ['a provider that sends no token type', undefined, {}],
    ['Auth0', 'JWT', { scope: 'openid' }],
    ['Keycloak', 'JWT', { typ: 'Bearer' }],
    ['Cognito', 'JWT', { token_use: 'access', aud: ['cfs-portal', 'cfs-api'] }],
    ['Entra', 'JWT', { aud: ['cfs-portal', 'cfs-api'], scp: 'access_as_user' }],
    ['a provider that sends a scope', 'JWT', { aud: ['cfs-portal', 'cfs-api'], scope: 'openid' }],
    ['Zitadel', 'JWT', { aud: ['cfs-portal', 'cfs-api'], client_id: 'cfs-portal' }],
  ])('in the form of %s is accepted', async (_provider, typ, more) => {
    const token = await server.identity.sign({ ...(await claims()), ...more }, typ === undefined ? {} : { typ });
    expect((await server.withCredential(token).get('/v1/probes')).status).toBe(200);
  });

  it.each([
    ['an ID token, recognized by its nonce', 'JWT', { nonce: 'n' }],
    ['an ID token, recognized by the hash of its access token', undefined, { at_hash: 'h' }],
    ['an ID token for both the client and the API', undefined, { aud: ['cfs-portal', 'cfs-api'] }],
    ['an ID token of Keycloak', 'JWT', { typ: 'ID', scope: 'openid' }],
    ['a refresh token of Keycloak', 'JWT', { typ: 'Refresh' }],
    ['a logout token', 'logout+jwt', {}],
    [
      'a logout token of an older provider',
      'JWT',
      { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
    ],
    ['a DPoP proof', 'dpop+jwt', {}],
    ['a token of another type', 'application/secevent+jwt', {}],
  ])('is not %s', async (_kind, typ, more) => {
    const token = await server.identity.sign({ ...(await claims()), ...more }, typ === undefined ? {} : { typ });
    expect(await refusal(token)).toEqual([401, 'The token is not an access token.']);
  });

  it('that has expired is refused even if its signature was verified before', async () => {
    const token = await server.identity.sign({ ...(await claims()), exp: seconds() + 30 });
    expect((await server.withCredential(token).get('/v1/probes')).status).toBe(200);
    server.clock.advance(30_000);
    expect(await refusal(token)).toEqual([401, 'The access token has expired.']);
  });

  it('of a provider whose clock is up to 30 seconds ahead is accepted', async () => {
    for (const [ahead, status] of [
      [1, 200],
      [30, 200],
      [31, 401],
    ] as const) {
      const nbf = seconds() + ahead;
      const token = await server.identity.sign({ ...(await claims()), iat: nbf, nbf, exp: nbf + 600 });
      expect((await server.withCredential(token).get('/v1/probes')).status).toBe(status);
    }
  });
});

describe('invalid credentials', () => {
  it('are counted per address, and all get 429 beyond the limit', async () => {
    const strict = await startTestServer({ areas: [probes], environment: { REFUSED_RATE_LIMIT: '3' } });
    const statusOf = async (credential: string) => (await strict.withCredential(credential).get('/v1/probes')).status;
    const statuses: number[] = [];
    for (const credential of ['x', 'cfs_nonsense', 'a.b.c', 'x', 'cfs_nonsense'])
      statuses.push(await statusOf(credential));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const answer = await strict.anonymous.get('/v1/probes');
    expect([answer.status, Number(answer.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect((await strict.as('Operator').get('/v1/probes')).status).toBe(200);
    await strict.close();
  });
});

describe('a person', () => {
  it('has its route and address in the context', async () => {
    const { userId, mail } = await server.person('Viewer');
    expect((await server.as('Viewer').get('/api/v1/Probes/Anybody/?x=1')).body).toMatchObject({
      actor: { kind: 'person', userId, userName: mail },
      route: 'GET /v1/probes/anybody',
      address: '127.0.0.1',
    });
  });

  it('without an invitation is refused everywhere', async () => {
    expect((await server.stranger.get('/v1/probes/anybody')).status).toBe(403);
    expect((await server.stranger.get('/v1/probes')).status).toBe(403);
  });

  const invite = async (mail: string): Promise<string> => {
    const userId = randomUUID();
    await server.database.asOwner(
      `insert into cfs.people (tenant_id, user_id, mail, name, provider, created, created_by)
       values ('00000000-0000-0000-0000-000000000001', $1, $2, 'Invited', $3, now(), 'test')`,
      [userId, mail, server.identity.source.provider],
    );
    await server.database.asOwner(
      `insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by) values ($1, $2, $3, 'Viewer', now(), 'test')`,
      [server.tenants.own, randomUUID(), userId],
    );
    await server.services.snapshot.refresh();
    return userId;
  };
  const signIn = async (claims: Record<string, unknown>) =>
    server.withCredential(await server.identity.sign(claims)).get('/v1/probes/anybody');

  it('is tied to the first subject with the verified mail, and to no other', async () => {
    const userId = await invite('first@example.com');
    const mail = { email: 'First@Example.com', email_verified: true };
    expect((await signIn({ sub: 'subject-1', ...mail })).body).toMatchObject({ actor: { userId } });
    expect((await signIn({ sub: 'subject-2', ...mail })).status).toBe(403);
    expect((await signIn({ sub: 'subject-1' })).status).toBe(200);
  });

  it('is not tied by a mail that the provider has not verified', async () => {
    await invite('unverified@example.com');
    expect((await signIn({ sub: 'subject-3', email: 'unverified@example.com', email_verified: false })).status).toBe(
      403,
    );
    expect((await signIn({ sub: 'subject-4', email: 'unverified@example.com' })).status).toBe(403);
  });

  it('holds the permissions granted to their groups at the provider', async () => {
    const person = await server.person('Requester');
    await server.database.asOwner(
      `insert into cfs.grants (tenant_id, grant_id, group_name, role_name, created, created_by) values ($1, $2, 'staff', 'Viewer', now(), 'test')`,
      [server.tenants.own, randomUUID()],
    );
    await server.services.snapshot.refresh();
    const asMember = async (groups: unknown) =>
      (await server.withCredential(await server.identity.sign({ sub: person.subject, groups })).get('/v1/probes'))
        .status;
    expect([await asMember(['staff']), await asMember(['others']), await asMember('staff')]).toEqual([200, 403, 200]);
  });

  it('holds in a tenant the permissions of grants there and of grants in all tenants', async () => {
    const { subject, userId } = await server.person('Viewer', 'all');
    await server.database.asOwner(
      `insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by) values ($1, $2, $3, 'Administrator', now(), 'test')`,
      [server.tenants.own, randomUUID(), userId],
    );
    await server.services.snapshot.refresh();
    const allowed = async (tenantId: string) =>
      (
        await server
          .withCredential(await server.identity.sign({ sub: subject }))
          .get('/v1/probes/allowed', { 'x-tenant-id': tenantId })
      ).body;
    expect([await allowed(server.tenants.own), await allowed(server.tenants.foreign)]).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it('cannot use the routes of machines', async () => {
    expect((await server.as('Administrator').post('/v1/probes/enrol', {})).status).toBe(403);
  });
});

describe('the tenant of a request', () => {
  const tenantOf = async (headers: Record<string, string>, query = '') =>
    server.as('Administrator', 'all').get(`/v1/probes/anybody${query}`, headers);

  it('is the first by name unless the header or the option names one', async () => {
    const { own, foreign } = server.tenants;
    expect((await tenantOf({})).body).toMatchObject({ tenantId: foreign });
    expect((await tenantOf({ 'x-tenant-id': own })).body).toMatchObject({ tenantId: own });
    expect((await tenantOf({}, `?__tenant__=${own.toUpperCase()}`)).body).toMatchObject({ tenantId: own });
  });

  it('is the one with the oldest grant if a person has several', async () => {
    const { own, foreign } = server.tenants;
    const { subject, userId } = await addTestPerson(server.database, {
      provider: server.identity.source.provider,
      role: undefined,
      tenantId: own,
      moment: server.clock.now(),
    });
    const grant = async (tenantId: string, role: string, age: number) => {
      await server.database.asOwner(
        `insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by) values ($1, $2, $3, $4, $5, 'test')`,
        [tenantId, randomUUID(), userId, role, new Date(server.clock.now().getTime() - age)],
      );
      await server.services.snapshot.refresh();
    };
    const reached = async () =>
      (
        (await server.withCredential(await server.identity.sign({ sub: subject })).get('/v1/probes/anybody')).body as {
          tenantId: string;
        }
      ).tenantId;
    await grant(foreign, 'Viewer', 1_000);
    await grant(own, 'Viewer', 2_000);
    expect(await reached()).toBe(own);
    await grant(foreign, 'Operator', 3_000);
    expect(await reached()).toBe(foreign);
    await grant(own, 'Operator', 500);
    expect(await reached()).toBe(foreign);
  });

  it('is the one selected last for reads, and not for writes', async () => {
    const { own } = server.tenants;
    const { subject, userId } = await server.person('Administrator', 'all');
    await server.database.asOwner(
      'insert into cfs.person_contexts (tenant_id, user_id, chosen) values ($1, $2, now())',
      [own, userId],
    );
    await server.services.snapshot.refresh();
    const client = server.withCredential(await server.identity.sign({ sub: subject }));
    expect((await client.get('/v1/probes/anybody')).body).toMatchObject({ tenantId: own });
    expect((await client.put('/v1/probes/anybody', {})).body).toMatchObject({ tenantId: server.tenants.foreign });
    await server.database.asOwner('delete from cfs.person_contexts');
    await server.services.snapshot.refresh();
  });

  it('has the subscription that the request names, otherwise the one selected last with it', async () => {
    const { own, foreign } = server.tenants;
    const { subject, userId } = await server.person('Administrator', 'all');
    const [chosen, named] = [randomUUID(), randomUUID()];
    await server.database.asOwner(
      `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
        values ($1, $2, 'Chosen', now(), 'test', now(), 'test')`,
      [own, chosen],
    );
    await server.database.asOwner(
      'insert into cfs.person_contexts (tenant_id, user_id, subscription_id, chosen) values ($1, $2, $3, now())',
      [own, userId, chosen],
    );
    await server.services.snapshot.refresh();
    const client = server.withCredential(await server.identity.sign({ sub: subject }));
    const of = async (tenantId: string, subscription?: string) => {
      const headers = {
        'x-tenant-id': tenantId,
        ...(subscription !== undefined && { 'x-subscription-id': subscription }),
      };
      const { body, status } = await client.get('/v1/probes/anybody', headers);
      return status === 200 ? (body as { subscriptionId: string | null }).subscriptionId : status;
    };
    expect(await of(own)).toBe(chosen);
    expect(await of(own, named.toUpperCase())).toBe(named);
    expect(await of(own, 'none')).toBeNull();
    expect(await of(foreign)).toBeNull();
    expect([await of(own, 'x'), await of(own, '')]).toEqual([400, 400]);
    await server.database.asOwner('delete from cfs.person_contexts');
    await server.services.snapshot.refresh();
  });

  it('must be one valid id, the same in the header and in the option', async () => {
    const { own, foreign } = server.tenants;
    expect((await tenantOf({ 'x-tenant-id': own }, `?__tenant__=${foreign}`)).status).toBe(400);
    expect((await tenantOf({ 'x-tenant-id': 'x' })).status).toBe(400);
    expect((await tenantOf({}, `?__tenant__=${own}&__tenant__=${own}`)).status).toBe(400);
  });

  it('gets the same refusal without a grant, whether it exists or not', async () => {
    const answers = await Promise.all(
      [server.tenants.foreign, randomUUID(), '00000000-0000-0000-0000-000000000001'].map((tenantId) =>
        server.as('Operator').get('/v1/probes/anybody', { 'x-tenant-id': tenantId }),
      ),
    );
    const said = answers.map(({ status, body }) => ({ status, detail: (body as { detail: string }).detail }));
    expect(new Set(said.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(said[0]?.status).toBe(403);
  });
});

describe('a tenant token', () => {
  it('permits what it was created for, only in its own tenant', async () => {
    const machine = server.withCredential(await server.tenantToken(['enrol']));
    expect((await machine.post('/v1/probes/enrol', {})).body).toEqual({
      tenantId: server.tenants.own,
      scope: { kind: 'tenants', tenantIds: [server.tenants.own] },
    });
    expect((await machine.post('/v1/probes/packets', {})).status).toBe(403);
    expect((await machine.get('/v1/probes')).status).toBe(403);
    const elsewhere = await machine.send('POST', '/v1/probes/enrol', {
      headers: { 'x-tenant-id': server.tenants.foreign },
    });
    expect(elsewhere.status).toBe(403);
  });

  it('reads lists if it was created for that, and no other routes', async () => {
    const machine = server.withCredential(await server.tenantToken(['packets', 'read']));
    expect((await machine.get('/v1/probes/rows')).status).toBe(200);
    expect((await machine.get('/v1/probes')).status).toBe(403);
    expect((await machine.put('/v1/probes', {})).status).toBe(403);
    expect((await machine.get('/v1/probes/anybody')).status).toBe(403);
    expect((await machine.post('/v1/probes/packets', {})).status).toBe(200);
  });

  it('that was never issued is refused', async () => {
    expect(await refusal(createTenantToken().token)).toEqual([401, 'The token is not known.']);
  });

  it('is refused within a second of its revocation', async () => {
    const token = await server.tenantToken(['read']);
    expect((await server.withCredential(token).get('/v1/probes/rows')).status).toBe(200);
    await server.database.asOwner('update cfs.token_grants set revoked_on = $1 where revoked_on is null', [
      server.clock.now(),
    ]);
    server.clock.advance(1_001);
    expect(await refusal(token)).toEqual([401, 'The token was revoked.']);
  });

  it('is refused after its expiry and while its tenant is disabled', async () => {
    const token = await server.tenantToken(['read'], server.tenants.foreign);
    await server.database.asOwner('update cfs.tenants set enabled = false where tenant_id = $1', [
      server.tenants.foreign,
    ]);
    server.clock.advance(1_001);
    expect((await refusal(token))[1]).toBe('The tenant of the token is disabled.');
    await server.database.asOwner('update cfs.tenants set enabled = true where tenant_id = $1', [
      server.tenants.foreign,
    ]);
    server.clock.advance(366 * 86_400_000);
    expect((await refusal(token))[1]).toBe('The token has expired.');
  });
});
