import type { Category, Subcategory } from '@cfs/contracts/categories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async (body: object, tenantId?: string) => {
  const answer = await server.as('Administrator', tenantId).put('/v1/workunitcategories', body);
  return { ...answer, body: answer.body as Category };
};
const createSub = async (body: object) => {
  const answer = await server.as('Administrator').put('/v1/workunitsubcategories', body);
  return { ...answer, body: answer.body as Subcategory };
};
const names = (body: unknown) => (body as { name: string }[]).map((row) => row.name);

test('the lookup of types leaves out Legacy and shows Request as User Request', async () => {
  const { body } = await server.as('Requester').get('/api/generallookup/workunittypes');
  expect(body).toEqual([
    { workUnitTypeId: 1, name: 'Incident' },
    { workUnitTypeId: 2, name: 'Change Request' },
    { workUnitTypeId: 3, name: 'Intake' },
    { workUnitTypeId: 4, name: 'User Request' },
  ]);
});

test('a category and its subcategory are created and listed', async () => {
  const { status, body } = await create({ name: 'Hardware', workUnitTypeId: 1 });
  expect(status).toBe(201);
  expect(body).toMatchObject({ isEnabled: true, isVisibleInResolutionCenter: false, tenantId: server.tenants.own });
  await createSub({ workUnitCategoryId: body.workUnitCategoryId, name: 'Screen' });
  const viewer = server.as('Viewer');
  const list = await viewer.get(`/v1/workunitcategories?$filter=isEnabled eq true&$expand=tenant,workUnitType`);
  expect(list.body).toMatchObject({
    value: [{ name: 'Hardware', tenant: { name: 'Own' }, workUnitType: { name: 'Incident' } }],
  });
  const subs = await viewer.get(`/v1/workunitsubcategories?$filter=workUnitCategoryId eq ${body.workUnitCategoryId}`);
  expect(subs.body).toMatchObject({ value: [{ name: 'Screen', isEnabled: true }] });
});

test('name and type are required', async () => {
  expect((await create({})).body).toMatchObject({
    errors: { Name: ['Please enter a name.'], WorkUnitTypeId: ['Please choose a work unit type.'] },
  });
  expect((await createSub({ name: 'x' })).body).toMatchObject({
    errors: { WorkUnitCategoryId: ['Please choose a category.'] },
  });
});

test('an update keeps omitted fields and returns 409 for a stale modified', async () => {
  const { body } = await create({ name: 'Software', workUnitTypeId: 1, isEnabled: false });
  const address = `/v1/workunitcategories/${body.workUnitCategoryId}`;
  const changed = await server.as('Administrator').post(address, { name: 'Programs', modified: body.modified });
  expect(changed.body).toMatchObject({ name: 'Programs', isEnabled: false });
  expect((await server.as('Administrator').post(address, { name: 'x', modified: body.modified })).status).toBe(409);
});

test('a shared category is read by all and edited by all-tenant administrators', async () => {
  expect((await create({ name: 'Common', workUnitTypeId: 1, tenantId: null })).status).toBe(403);
  const { body } = await create({ name: 'Common', workUnitTypeId: 1, tenantId: null }, 'all');
  expect(body.tenantId).toBeNull();
  const lookup = await server.as('Operator', server.tenants.foreign).get('/api/generallookup/workunitcatgories');
  expect(names(lookup.body)).toEqual(['Common']);
  const address = `/v1/workunitcategories/${body.workUnitCategoryId}`;
  expect((await server.as('Administrator').post(address, { name: 'Mine' })).status).toBe(404);
  expect((await server.as('Administrator', 'all').post(address, { name: 'Common 2' })).status).toBe(200);
});

test('end users are offered only the categories that the Resolution Center shows', async () => {
  const shown = await create({ name: 'Shown', workUnitTypeId: 1, isVisibleInResolutionCenter: true });
  const hidden = await create({ name: 'Hidden', workUnitTypeId: 1 });
  await createSub({ workUnitCategoryId: shown.body.workUnitCategoryId, name: 'Shown part' });
  await createSub({ workUnitCategoryId: hidden.body.workUnitCategoryId, name: 'Hidden part' });
  const requester = server.as('Requester');
  expect(names((await requester.get('/api/generallookup/workunitcatgories')).body)).toEqual(['Shown']);
  expect(names((await requester.get('/api/generallookup/workunitsubcatgories')).body)).toEqual(['Shown part']);
  const staff = await server.as('Operator').get('/api/generallookup/workunitsubcatgories');
  expect(names(staff.body)).toEqual(expect.arrayContaining(['Shown part', 'Hidden part']));
});

test('categories of another tenant return 404', async () => {
  const { body } = await create({ name: 'Ours', workUnitTypeId: 1 });
  const other = server.as('Administrator', server.tenants.foreign);
  const id = body.workUnitCategoryId;
  expect((await other.post(`/v1/workunitcategories/${id}`, { name: 'Theirs' })).status).toBe(404);
  expect((await other.put('/v1/workunitsubcategories', { workUnitCategoryId: id, name: 'x' })).status).toBe(404);
  const foreign = { name: 'x', workUnitTypeId: 1, tenantId: server.tenants.own };
  expect((await other.put('/v1/workunitcategories', foreign)).status).toBe(404);
});

test('intakes and requests have the default severity Sev3 as shipped', async () => {
  const { body } = await server
    .as('Viewer')
    .get('/v1/workunittypes?$select=name,defaultSeverityId&$orderby=workUnitTypeId');
  const { value } = body as { readonly value: { readonly name: string; readonly defaultSeverityId: string }[] };
  expect(Object.fromEntries(value.map(({ name, defaultSeverityId }) => [name, defaultSeverityId]))).toMatchObject({
    Incident: 'Sev0',
    'Change Request': 'Sev0',
    Intake: 'Sev3',
    Request: 'Sev3',
  });
});

test('the defaults of a type are changed only by administrators of all tenants', async () => {
  const change = { defaultSeverityId: 'Sev3', isHidden: true };
  expect((await server.as('Operator').post('/v1/workunittypes/3', change)).status).toBe(403);
  expect((await server.as('Administrator').post('/v1/workunittypes/3', change)).status).toBe(403);
  const everywhere = server.as('Administrator', 'all');
  const changed = await everywhere.post('/v1/workunittypes/3', change);
  expect(changed).toMatchObject({ status: 200, body: { name: 'Intake', ...change } });
  const { modified } = changed.body as { modified: string };
  await everywhere.post('/v1/workunittypes/3', { isHidden: false });
  expect((await everywhere.post('/v1/workunittypes/3', { ...change, modified })).status).toBe(409);
  expect((await everywhere.post('/v1/workunittypes/5', { isHidden: false })).status).toBe(400);
  expect((await everywhere.post('/v1/workunittypes/99', change)).status).toBe(404);
  expect((await everywhere.post('/v1/workunittypes/3', { defaultSeverityId: 'Sev9' })).status).toBe(400);
});
