import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../platform/openapi/openapi-document.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { CALL_RATE_LIMIT: '100000', REFUSED_RATE_LIMIT: '100000' } });
  for (const tenantId of [server.tenants.own, server.tenants.foreign])
    await server.database.asOwner(
      `insert into cfs.locations (tenant_id, location_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Somewhere', now(), 'test', now(), 'test')`,
      [tenantId, randomUUID()],
    );
  token = await server.tenantToken(['read']);
});
afterAll(() => server.close());

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const namesIn = (body: unknown): string[] => (body as { value: { name: string }[] }).value.map(({ name }) => name);

describe('a token that may read lists', () => {
  test('reads only the rows of its own tenant', async () => {
    const reader = server.withCredential(token);
    const { status, body } = await reader.get('/v1/locations?$select=tenantId');
    expect([status, (body as { value: unknown }).value]).toEqual([200, [{ tenantId: server.tenants.own }]]);
    const named = await reader.get('/v1/locations', { 'x-tenant-id': server.tenants.foreign });
    expect(named.status).toBe(403);
  });

  test('gets a service document with the sets that it may read', async () => {
    const { status, body } = await server.withCredential(token).get('/v1');
    expect(status).toBe(200);
    expect(namesIn(body)).toContain('workunits');
    expect(namesIn(body)).not.toContain('tokens');
    for (const { url } of (body as { value: { url: string }[] }).value)
      expect((await server.withCredential(token).get(`/v1/${url}?$top=1`)).status, url).toBe(200);
    expect((await server.withCredential(token).get('/v1/tokens')).status).toBe(403);
  });

  test('works as the password of Basic with any user name', async () => {
    for (const name of ['', 'excel', 'somebody@example.com']) {
      expect((await server.anonymous.get('/v1/$metadata', basic(name, token))).status).toBe(200);
      expect((await server.anonymous.get('/v1/locations/$count', basic(name, token))).text).toBe('1');
    }
    const asked = await server.anonymous.send('POST', '/v1/locations/$query', {
      headers: { ...basic('excel', token), 'content-type': 'text/plain' },
      body: '$select=name',
    });
    expect([asked.status, namesIn(asked.body)]).toEqual([200, ['Somewhere']]);
  });

  test('opens no other route', async () => {
    const { paths } = (await server.anonymous.get('/docs/openapi.json')).body as OpenApiDocument;
    for (const [template, methods] of Object.entries(paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        if (security.length === 0 || security.some((scheme) => 'readToken' in scheme)) continue;
        const address = template.replaceAll(/\{\w+\}/g, randomUUID());
        const verb = method.toUpperCase() as 'GET';
        const about = `${verb} ${template}`;
        expect((await server.withCredential(token).send(verb, address)).status, about).toBe(403);
        expect((await server.anonymous.send(verb, address, { headers: basic('x', token) })).status, about).toBe(401);
      }
    }
  });

  test('is refused immediately after it was revoked', async () => {
    const made = await server.as('Administrator').put('/v1/tokens', {
      name: 'Excel',
      lifetimeYears: 1,
      canEnrol: false,
      canSendPackets: false,
      canRead: true,
    });
    const { tokenGrantId, generatedToken } = made.body as { tokenGrantId: string; generatedToken: string };
    expect(made.body).toMatchObject({ canEnrol: false, canSendPackets: false, canRead: true });
    expect((await server.anonymous.get('/v1/locations', basic('', generatedToken))).status).toBe(200);
    await server.as('Administrator').put(`/v1/tokens/${tokenGrantId}/revoke`, undefined);
    expect((await server.anonymous.get('/v1/locations', basic('', generatedToken))).status).toBe(401);
  });
});

describe('an unauthorized caller of a list', () => {
  test('gets a Basic challenge if it is a program, never if it is a browser', async () => {
    const challenge = async (headers = {}) => {
      const answer = await server.anonymous.get('/v1', headers);
      return [answer.status, answer.headers['www-authenticate']];
    };
    expect(await challenge()).toEqual([401, 'Bearer, Basic realm="Tenant token as password", charset="UTF-8"']);
    expect(await challenge({ 'sec-fetch-mode': 'cors' })).toEqual([401, 'Bearer']);
    expect((await server.anonymous.get('/v1/currentUser')).headers['www-authenticate']).toBe('Bearer');
  });

  test('gets 401 for a password that is not a token', async () => {
    for (const password of ['', 'demo', 'cfs_', `${token}x`, 'ä:ö'])
      expect((await server.anonymous.get('/v1/locations', basic('operator', password))).status).toBe(401);
    expect((await server.anonymous.get('/v1', { authorization: 'Basic %%%' })).status).toBe(401);
  });

  test('gets 403 with a token for enrolling agents and sending packets', async () => {
    const sender = server.withCredential(await server.tenantToken(['enrol', 'packets']));
    expect((await sender.get('/v1/locations')).status).toBe(403);
    expect((await sender.get('/v1')).status).toBe(403);
  });
});

test('a token without a purpose is refused', async () => {
  const { status, body } = await server
    .as('Administrator')
    .put('/v1/tokens', { name: 'Nothing', lifetimeYears: 1, canEnrol: false, canSendPackets: false });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: { CanEnrol: ['Please choose what the token is for.'] } });
});

test('calls are counted per token, regardless of the user name', async () => {
  const limited = await startTestServer({ environment: { CALL_RATE_LIMIT: '3' } });
  const reading = await limited.tenantToken(['read']);
  const statuses: number[] = [];
  for (const name of ['a', 'b', 'c', 'd'])
    statuses.push((await limited.anonymous.get('/v1/locations', basic(name, reading))).status);
  statuses.push((await limited.withCredential(reading).get('/v1/locations')).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  await limited.close();
});
