import type { Tenant } from '@cfs/contracts/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async (body: object) => {
  const answer = await server.as('Administrator', 'all').put('/v1/tenants', body);
  return { ...answer, body: answer.body as Tenant };
};

test('an administrator of all tenants creates a tenant, which is available at once', async () => {
  const { status, body } = await create({
    name: 'Acme',
    assignmentGroups: 'Network, Storage,',
    internalNotificationEmailAddress: 'noc@acme.example',
    workUnitField1: '{"Name":"Site","Type":2,"Options":"North,South"}',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'Acme', enabled: true, workUnitField2: null });
  expect(JSON.parse(body.workUnitField1 ?? '')).toEqual({ Name: 'Site', Type: 2, Options: 'North,South' });
  const operator = server.as('Operator', body.tenantId);
  expect((await operator.get(`/v1/tenants/${body.tenantId}/assignmentGroups`)).body).toEqual(['Network', 'Storage']);
  const list = await server.as('Administrator', 'all').get(`/v1/tenants?$filter=name eq 'Acme'&$count=true`);
  expect(list.body).toMatchObject({
    '@odata.count': 1,
    value: [{ tenantId: body.tenantId, workUnitField1: expect.any(String) }],
  });
});

test('an administrator of one tenant cannot create tenants', async () => {
  expect((await server.as('Administrator').put('/v1/tenants', { name: 'Mine' })).status).toBe(403);
});

test('the System tenant is not listed and cannot be changed', async () => {
  const all = server.as('Administrator', 'all');
  expect((await all.get('/v1/tenants?$top=100')).text).not.toContain('System');
  const address = '/v1/tenants/00000000-0000-0000-0000-000000000001';
  expect((await all.get(address)).status).toBe(404);
  expect((await all.post(address, { name: 'Mine' })).status).toBe(404);
  expect((await all.post('/v1/tenants/toggledisabled/00000000-0000-0000-0000-000000000001')).status).toBe(404);
});

test('without Tenants view the details are only those of the work unit form', async () => {
  const address = `/v1/tenants(${server.tenants.own})`;
  const whole = (await server.as('Viewer').get(address)).body;
  const reduced = (await server.as('Operator').get(address)).body;
  expect(whole).toMatchObject({
    name: 'Own',
    enabled: true,
    hasIntakeForm: false,
    internalNotificationEmailAddress: null,
  });
  expect(Object.keys(reduced as object)).toEqual(
    expect.arrayContaining(['tenantId', 'name', 'assignmentGroups', 'workUnitField15']),
  );
  expect(reduced).not.toHaveProperty('internalNotificationEmailAddress');
  expect(reduced).not.toHaveProperty('enabled');
  expect((await server.as('Requester').get(address)).status).toBe(403);
});

test('an update changes the fields of its body and returns 409 for a stale modified', async () => {
  const { body } = await create({ name: 'Beta', assignmentGroups: 'One' });
  const address = `/v1/tenants/${body.tenantId}`;
  const all = server.as('Administrator', 'all');
  const changed = await all.post(address, { name: 'Beta 2', modified: body.modified });
  expect(changed.body).toMatchObject({ name: 'Beta 2', assignmentGroups: 'One' });
  const stale = await all.post(address, { name: 'Beta 3', modified: body.modified });
  expect(stale.status).toBe(409);
  expect((await all.get(address)).body).toMatchObject({ name: 'Beta 2' });
});

test('a tenant can be disabled and enabled again', async () => {
  const { body } = await create({ name: 'Gamma' });
  const toggle = () => server.as('Administrator', 'all').post(`/v1/tenants/toggledisabled/${body.tenantId}`);
  expect((await toggle()).body).toMatchObject({ enabled: false });
  expect((await toggle()).body).toMatchObject({ enabled: true });
});

test('disabling a tenant twice leaves it disabled', async () => {
  const { body } = await create({ name: 'Gamma of two' });
  const all = server.as('Administrator', 'all');
  const set = (enabled: unknown) => all.post(`/v1/tenants/toggledisabled/${body.tenantId}`, { enabled });
  expect((await set(false)).body).toMatchObject({ enabled: false });
  expect((await set(false)).body).toMatchObject({ enabled: false });
  expect((await set(true)).body).toMatchObject({ enabled: true });
  expect((await set('no')).status).toBe(400);
});

test('custom fields with the same name and malformed definitions are refused', async () => {
  const site = '{"Name":"Site","Type":1}';
  const twice = await create({
    name: 'Delta',
    workUnitField1: site,
    workUnitField2: site.toLowerCase().replace('name', 'Name').replace('type', 'Type'),
  });
  expect(twice.status).toBe(400);
  expect(twice.text).toContain('Can not have duplicate custom fields.');
  for (const broken of ['{', '{"Name":"","Type":1}', '{"Name":"Site","Type":3}', '[]'])
    expect((await create({ name: 'Delta', workUnitField1: broken })).status).toBe(400);
  expect((await create({})).body).toMatchObject({ errors: { Name: ['Please enter a name.'] } });
  expect((await create({ name: 'Delta', internalNotificationEmailAddress: 'nobody' })).status).toBe(400);
});

test('the intake schema is JSON, returned as text/csv or application/json', async () => {
  const schema = '{"schema":{"title":"New laptop"},"uischema":{}}';
  const { body } = await create({ name: 'Epsilon', intakeWizardFormData: schema });
  const address = `/v1/tenants/${body.tenantId}/intakewizardschema`;
  const operator = server.as('Operator', body.tenantId);
  const csv = await operator.get(address);
  expect([csv.headers['content-type'], csv.text]).toEqual(['text/csv; charset=utf-8', schema]);
  const json = await operator.get(address, { accept: 'application/json' });
  expect(json.body).toEqual(JSON.parse(schema));
  expect((await create({ name: 'Zeta', intakeWizardFormData: 'a,b' })).status).toBe(400);
  expect((await server.as('Operator').get(`/v1/tenants/${server.tenants.own}/intakewizardschema`)).status).toBe(404);
});

test('a foreign tenant returns 404 on every path', async () => {
  const { foreign } = server.tenants;
  const own = server.as('Administrator');
  for (const path of ['', '/assignmentGroups', '/intakewizardschema'])
    expect((await own.get(`/v1/tenants/${foreign}${path}`)).status, path).toBe(404);
  expect((await own.post(`/v1/tenants/${foreign}`, { name: 'Mine' })).status).toBe(404);
  expect((await own.post(`/v1/tenants/toggledisabled/${foreign}`)).status).toBe(404);
  expect((await own.get('/v1/tenants')).text).not.toContain(foreign);
});

test('a tenant can have its own download address, which must be a web address', async () => {
  const { body } = await create({ name: 'Downloads', agentDownloadUrl: 'https://files.example/agent/' });
  expect(body.agentDownloadUrl).toBe('https://files.example/agent/');
  const settings = () => server.as('Viewer', body.tenantId).get(`/api/${body.tenantId}/settings`);
  expect((await settings()).body).toEqual({ agentDownloadUrl: 'https://files.example/agent/', agentFiles: null });
  const administrator = server.as('Administrator', 'all');
  const address = `/v1/tenants/${body.tenantId}`;
  expect(await administrator.post(address, { agentDownloadUrl: 'javascript:alert(1)' })).toMatchObject({ status: 400 });
  expect(await administrator.post(address, { agentDownloadUrl: '' })).toMatchObject({
    status: 200,
    body: { agentDownloadUrl: null },
  });
  expect((await settings()).body).toEqual({ agentDownloadUrl: null, agentFiles: null });
});
