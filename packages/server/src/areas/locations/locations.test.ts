import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { tenantsArea } from '../tenants/tenants-area.ts';
import { locationsArea } from './locations-area.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ areas: [locationsArea, tenantsArea] });
});
afterAll(() => server.close());

const create = async (body: object, role: 'Administrator' = 'Administrator', tenantId?: string) => {
  const answer = await server.as(role, tenantId).put('/v1/locations', body);
  return { ...answer, body: answer.body as Record<string, unknown> };
};

test('a created location is listed with its tenant', async () => {
  const created = await create({ name: 'Oslo', city: ' Oslo ', state: '' });
  expect(created.status).toBe(201);
  const list = await server
    .as('Viewer')
    .get(`/v1/locations?$filter=locationId eq ${String(created.body['locationId'])}&$expand=tenant`);
  expect(list.status).toBe(200);
  expect(list.headers['odata-version']).toBe('4.0');
  expect(list.body).toMatchObject({
    value: [{ name: 'Oslo', city: 'Oslo', state: null, tenant: { name: 'Own' }, tenantId: server.tenants.own }],
  });
});

test('a location without a name is rejected with a field error', async () => {
  const { status, body } = await create({ name: '  ' });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: { Name: ['Please enter a name.'] } });
});

test('an update with a stale modified returns 409', async () => {
  const { body } = await create({ name: 'Bergen' });
  const address = `/v1/locations/${String(body['locationId'])}`;
  const administrator = server.as('Administrator');
  const first = await administrator.post(address, { name: 'Bergen 2', modified: body['modified'] });
  expect(first.status).toBe(200);
  const second = await administrator.post(address, { name: 'Bergen 3', modified: body['modified'] });
  expect(second.status).toBe(409);
  const list = await administrator.get(`/v1/locations?filter=startswith(name,'Bergen')&$select=name`);
  expect(list.body).toMatchObject({ value: [{ name: 'Bergen 2' }] });
});

test('of two concurrent updates one succeeds and one returns 409', async () => {
  const { body } = await create({ name: 'Bodø' });
  const address = `/v1/locations/${String(body['locationId'])}`;
  const both = await Promise.all(
    ['East', 'West'].map((city) => server.as('Administrator').post(address, { city, modified: body['modified'] })),
  );
  expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
});

test('an update is audited with the values before and after', async () => {
  const { body } = await create({ name: 'Tromsø' });
  await server.as('Administrator').post(`/v1/locations/${String(body['locationId'])}`, { city: 'Tromsø' });
  const records = await server.database.asOwner(
    `select before ->> 'city' as before, after ->> 'city' as after from cfs.audit_records where entity = 'Location' and entity_id = $1 and before is not null`,
    [body['locationId']],
  );
  expect(records).toEqual([{ before: null, after: 'Tromsø' }]);
});

test('a shared location requires the permission in all tenants', async () => {
  expect((await create({ name: 'Cloud', tenantId: null })).status).toBe(403);
  const shared = await create({ name: 'Cloud', tenantId: null }, 'Administrator', 'all');
  expect(shared.status).toBe(201);
  const seen = await server.as('Viewer', server.tenants.foreign).get('/v1/locations?$filter=tenantId eq null');
  expect(seen.body).toMatchObject({ value: [{ name: 'Cloud', tenantId: null }] });
  const lookup = await server.as('Viewer', server.tenants.foreign).get('/api/generallookup/locations');
  expect(lookup.body).toEqual([{ locationId: shared.body['locationId'], name: 'Cloud', tenantId: null }]);
});

test('the tenant of a location cannot be changed', async () => {
  const { body } = await create({ name: 'Hamar' });
  const address = `/v1/locations/${String(body['locationId'])}`;
  const moved = await server.as('Administrator', 'all').post(address, { tenantId: server.tenants.foreign });
  expect(moved.status).toBe(400);
});

test('groups the list by tenant for the filter', async () => {
  await create({ name: 'Moss' });
  const grouped = await server
    .as('Viewer')
    .get(`/v1/locations?$apply=groupby((tenantId,tenant/name),aggregate($count as total))`);
  expect(grouped.body).toMatchObject({
    value: expect.arrayContaining([
      { tenantId: server.tenants.own, tenant: { name: 'Own' }, total: expect.any(Number) },
    ]),
  });
});

test('search finds substrings of name, city and state', async () => {
  await create({ name: 'Harbour', city: 'Kristiansand', state: 'Agder' });
  for (const word of ['HARB', 'stians', '"agd"']) {
    const found = await server.as('Viewer').get(`/v1/locations?$search=${word}&$count=true&$top=10`);
    expect(found.body).toMatchObject({ '@odata.count': 1, value: [{ name: 'Harbour' }] });
  }
});

test('the list is not sorted by a column without an index', async () => {
  const answer = await server.as('Viewer').get('/v1/locations?$orderby=address1');
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('Sorting by this property') } });
});
