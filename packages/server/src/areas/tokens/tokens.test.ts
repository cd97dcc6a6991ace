import { createHash } from 'node:crypto';
import { maxTokensPerTenant, type GeneratedToken, type TokenGrant } from '@cfs/contracts/tokens';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async (body: object = {}) => {
  const answer = await server.as('Administrator').put('/v1/tokens', { name: 'Script', lifetimeYears: 1, ...body });
  return { ...answer, body: answer.body as GeneratedToken };
};

test('a token is returned once and stored only as its hash', async () => {
  const { status, body } = await create({ description: 'For a script' });
  expect(status).toBe(201);
  expect(Buffer.from(body.generatedToken.replace(/^cfs_/, ''), 'base64url')).toHaveLength(32);
  expect(body).toMatchObject({ expiresOn: '2027-03-02T10:00:00.000Z', revokedOn: null, tenantId: server.tenants.own });
  const [row] = await server.database.asOwner<{ hash: string; text: string }>(
    `select encode(token_hash, 'hex') as hash, t::text as text from cfs.token_grants t where token_grant_id = $1`,
    [body.tokenGrantId],
  );
  expect(row?.hash).toBe(createHash('sha256').update(body.generatedToken).digest('hex'));
  expect(row?.text).not.toContain(body.generatedToken);
  const audited = await server.database.asOwner<{ text: string }>(
    `select a::text as text from cfs.audit_records a where entity_id = $1`,
    [body.tokenGrantId],
  );
  expect(audited).toHaveLength(1);
  expect(audited[0]?.text).not.toContain(row?.hash);
});

test('the list is sorted by created descending and contains no tokens', async () => {
  server.clock.advance(1_000);
  const { body } = await create({ name: 'Newest' });
  const { text, body: page } = await server.as('Administrator').get('/v1/tokens?$count=true');
  expect(page).toMatchObject({ value: [{ tokenGrantId: body.tokenGrantId, name: 'Newest' }, {}] });
  expect(text).not.toContain('generatedToken');
  const sorted = await server
    .as('Administrator')
    .get(`/v1/tokens?$orderby=ExpiresOn desc&$filter=tenantId eq ${server.tenants.own}`);
  expect(sorted.status).toBe(200);
});

test('the list and its export contain the current state and the purposes of each token', async () => {
  const made = [
    await create({ name: 'Token 1', canRead: true }),
    await create({ name: 'Token 2', canEnrol: false }),
    await create({ name: 'Token 3', lifetimeYears: 3 }),
  ];
  const revoked = made[1]?.body.tokenGrantId ?? '';
  expect((await server.as('Administrator').put(`/v1/tokens/${revoked}/revoke`, {})).status).toBe(200);
  const query = (more = '') => `$filter=startswith(name,'Token ')${more}&$orderby=name&$select=name,state,purposes`;
  const listed = async () =>
    ((await server.as('Administrator').get(`/v1/tokens?${query()}`)).body as { value: object[] }).value;
  expect(await listed()).toEqual([
    { name: 'Token 1', state: 'Active', purposes: 'enrol,packets,read' },
    { name: 'Token 2', state: 'Revoked', purposes: 'packets' },
    { name: 'Token 3', state: 'Active', purposes: 'enrol,packets' },
  ]);
  server.clock.advance(366 * 86_400_000);
  expect(await listed()).toMatchObject([{ state: 'Expired' }, { state: 'Revoked' }, { state: 'Active' }]);
  const file = await server.as('Administrator').get(`/v1/tokens/Export()?${query(" and state eq 'Expired'")}`);
  expect(file.text.trim().split('\r\n').slice(1)).toEqual(['Token 1,Expired,"enrol,packets,read"']);
});

test('a token with unlimited lifetime has no expiry', async () => {
  const { body } = await create({ lifetimeYears: 0 });
  expect(body.expiresOn).toBeNull();
});

test('a lifetime that is not one of the options is refused', async () => {
  for (const lifetimeYears of [undefined, 4, -1, '1', 1.5]) {
    const { status, body } = await create({ lifetimeYears });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: { LifetimeYears: ['Please choose a lifetime.'] } });
  }
  expect((await create({ name: ' ' })).body).toMatchObject({ errors: { Name: ['Please enter a name.'] } });
});

test('only a token for reading can read lists, until it is revoked', async () => {
  const reading = (await create({ canRead: true })).body;
  const sending = (await create()).body;
  const list = async (token: string) => (await server.withCredential(token).get('/v1/workunits')).status;
  expect([await list(reading.generatedToken), await list(sending.generatedToken)]).toEqual([200, 403]);
  const revoked = await server.as('Administrator').put(`/v1/tokens/${reading.tokenGrantId}/revoke`, undefined);
  expect(revoked.status).toBe(200);
  expect(revoked.body).toMatchObject({ revokedOn: server.clock.now().toISOString() });
  expect(await list(reading.generatedToken)).toBe(401);
  const first = (revoked.body as TokenGrant).revokedOn;
  server.clock.advance(5_000);
  const again = await server.as('Administrator').put(`/v1/tokens/${reading.tokenGrantId}/revoke`, undefined);
  expect(again.body).toMatchObject({ revokedOn: first });
});

test('a token can be renamed, and a stale modified returns 409', async () => {
  const { body } = await create();
  const address = `/v1/tokens/${body.tokenGrantId}`;
  const administrator = server.as('Administrator');
  const renamed = await administrator.post(address, { name: 'Renamed', modified: body.modified });
  expect(renamed.body).toMatchObject({ name: 'Renamed', lifetimeYears: 1 });
  expect((await administrator.post(address, { name: 'Stale', modified: body.modified })).status).toBe(409);
});

test('tokens of a foreign tenant return 404 and remain unchanged', async () => {
  const { body } = await create();
  const other = server.as('Administrator', server.tenants.foreign);
  expect((await other.post(`/v1/tokens/${body.tokenGrantId}`, { name: 'Mine' })).status).toBe(404);
  expect((await other.put(`/v1/tokens/${body.tokenGrantId}/revoke`, undefined)).status).toBe(404);
  expect((await other.put('/v1/tokens', { name: 'x', lifetimeYears: 1, tenantId: server.tenants.own })).status).toBe(
    404,
  );
  expect((await other.get('/v1/tokens')).body).toMatchObject({ value: [] });
});

test('operators can neither see nor create tokens', async () => {
  expect((await server.as('Operator').get('/v1/tokens')).status).toBe(403);
  expect((await server.as('Operator').put('/v1/tokens', { name: 'x', lifetimeYears: 1 })).status).toBe(403);
});

test('a tenant has a limited number of unrevoked tokens, and only the latest revoked ones are cached', async () => {
  const { foreign } = server.tenants;
  const administrator = server.as('Administrator', foreign);
  const createThere = () => administrator.put('/v1/tokens', { name: 'Script', lifetimeYears: 1 });
  const { generatedToken, tokenGrantId } = (await createThere()).body as GeneratedToken;
  const readWith = async (token: string) => {
    const answer = await server.app.inject({ url: '/v1/devices', headers: { authorization: `Bearer ${token}` } });
    return (JSON.parse(answer.payload) as { detail: string }).detail;
  };
  const copies = (revokedOn: string | null, count: number) =>
    server.database.asOwner(
      `insert into cfs.token_grants (tenant_id, token_grant_id, name, lifetime_years, purposes, prefix, token_hash,
         created, created_by, modified, revoked_on)
       select tenant_id, gen_random_uuid(), name, lifetime_years, purposes, prefix, sha256(gen_random_uuid()::text::bytea),
         created, created_by, modified, $3
       from cfs.token_grants, generate_series(1, $2::integer) where token_grant_id = $1`,
      [tokenGrantId, count, revokedOn],
    );
  await copies(null, maxTokensPerTenant - 1);
  const refused = await createThere();
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body).toMatchObject({ detail: 'A tenant has at most 1,000 tokens that are not revoked.' });
  expect((await administrator.put(`/v1/tokens/${tokenGrantId}/revoke`, {})).status).toBe(200);
  expect(await readWith(generatedToken)).toBe('The token was revoked.');
  await copies('2999-01-01', 1_000);
  expect((await createThere()).status).toBe(201);
  expect(await readWith(generatedToken)).toBe('The token is not known.');
});
