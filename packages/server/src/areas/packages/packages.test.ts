import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemTenantId } from '../../platform/context.ts';
import { seedDevice } from '../../testing/seed-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { tenantsArea } from '../tenants/tenants-area.ts';
import { createPackagesArea } from './packages-area.ts';
import { seedPackage } from './testing/seed-package.ts';

let server: TestServer;
const deviceOperations = new Map<string, number>();

beforeAll(async () => {
  const area = createPackagesArea({
    countDeviceOperations: async (_db, _context, _scope, packageId) => deviceOperations.get(packageId) ?? 0,
  });
  server = await startTestServer({ areas: [area, tenantsArea] });
});
afterAll(() => server.close());

const administrator = () => server.as('Administrator');
const valid = (changes: object = {}) => ({
  name: `Watcher ${randomUUID()}`,
  packageTypeId: 'Watcher',
  executableTypeId: 'Script',
  ...changes,
});
const create = async (changes: object = {}) => {
  const answer = await administrator().put('/v1/packages', valid(changes));
  return { status: answer.status, body: answer.body as Record<string, unknown> };
};
const install = async (tenantId: string, packageId: string, packageVersionId: string): Promise<string> => {
  const { deviceId = '' } = await seedDevice(server.database, tenantId);
  await server.database.asOwner(
    `insert into cfs.package_installations (tenant_id, device_id, package_id, installed_version_id, status, created,
       created_by, modified, modified_by) values ($1, $2, $3, $4, 5, now(), 'test', now(), 'test')`,
    [tenantId, deviceId, packageId, packageVersionId],
  );
  return deviceId;
};

test('lists a created package with its tenant, operations and versions', async () => {
  const { status, body } = await create({ operatingSystemRidsId: 5, executableName: 'watch.sh', referenceUrl: ' ' });
  expect(status).toBe(201);
  const list = await server
    .as('Viewer')
    .get(`/v1/packages?$filter=packageId eq ${String(body['packageId'])}&$expand=tenant,operations,versions`);
  expect(list.body).toMatchObject({
    value: [
      {
        name: body['name'],
        packageTypeId: 'Watcher',
        executableTypeId: 'Script',
        operatingSystemRidsId: 5,
        referenceUrl: null,
        parameterDefinitions: '[]',
        tenant: { name: 'Own' },
        operations: [],
        versions: [],
      },
    ],
  });
});

test.each([
  [{ name: ' ' }, { Name: ['Please enter a name.'] }],
  [{ packageTypeId: 'Nothing' }, { PackageTypeId: [expect.any(String)] }],
  [{ operatingSystemRidsId: 8 }, { OperatingSystemRidsId: [expect.any(String)] }],
  [{ referenceUrl: 'javascript:alert(1)' }, { ReferenceUrl: [expect.stringContaining('http')] }],
])('rejects %j with a field error', async (changes, errors) => {
  const { status, body } = await create(changes);
  expect(status).toBe(400);
  expect(body['errors']).toEqual(errors);
});

test('a name is unique within its tenant, ignoring case', async () => {
  const name = `Taken ${randomUUID()}`;
  expect((await create({ name })).status).toBe(201);
  expect(await create({ name: name.toUpperCase() })).toMatchObject({
    status: 409,
    body: { detail: `A package named ${name.toUpperCase()} already exists.` },
  });
  const foreign = await server.as('Administrator', server.tenants.foreign).put('/v1/packages', valid({ name }));
  expect(foreign.status).toBe(201);
});

test('of two concurrent creations of one name one succeeds and one returns 409', async () => {
  const name = `Twice ${randomUUID()}`;
  const both = await Promise.all([create({ name }), create({ name: name.toUpperCase() })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('an update with a stale modified returns 409', async () => {
  const { body } = await create();
  const address = `/v1/packages/${String(body['packageId'])}`;
  const first = await administrator().post(address, { description: 'First', modified: body['modified'] });
  expect(first).toMatchObject({ status: 200, body: { description: 'First' } });
  expect((await administrator().post(address, { description: 'Second', modified: body['modified'] })).status).toBe(409);
});

test('fields that bundles define cannot be changed once a package has versions', async () => {
  const { packageId, name } = await seedPackage(server.database, server.tenants.own, { '1.0.0': 'Latest' });
  const address = `/v1/packages/${packageId}`;
  const renamed = await administrator().post(address, { name: 'Another', packageTypeId: 'Command' });
  expect(renamed).toMatchObject({
    status: 400,
    body: {
      errors: { Name: [expect.stringContaining('bundles')], PackageTypeId: [expect.stringContaining('bundles')] },
    },
  });
  const described = await administrator().post(address, {
    name,
    description: 'Described',
    referenceUrl: 'https://example.com/',
  });
  expect(described).toMatchObject({ status: 200, body: { name, description: 'Described' } });
});

test('a shared package is read by every tenant and changed by administrators of all', async () => {
  expect((await create({ tenantId: null })).status).toBe(403);
  const all = server.as('Administrator', 'all');
  const { body } = await all.put('/v1/packages', valid({ tenantId: null }));
  const { packageId } = body as { packageId: string };
  const seen = await server
    .as('Viewer', server.tenants.foreign)
    .get(`/v1/packages?$filter=packageId eq ${packageId}&$select=tenantId`);
  expect(seen.body).toMatchObject({ value: [{ tenantId: null }] });
  for (const call of [
    administrator().post(`/v1/packages/${packageId}`, {}),
    administrator().delete(`/v1/packages/${packageId}`),
  ])
    expect((await call).status).toBe(403);
  expect((await all.delete(`/v1/packages/${packageId}`)).status).toBe(204);
});

test('lists versions with the highest first', async () => {
  const { packageId } = await seedPackage(server.database, server.tenants.own, {
    '1.9.0': 'Archived',
    '1.10.0': 'Latest',
    '2.0.0-rc.1': 'PreRelease',
  });
  const list = await server.as('Viewer').get(`/v1/packageVersions?$filter=packageId eq ${packageId}&$expand=package`);
  expect(list.body).toMatchObject({
    value: [
      { version: '2.0.0-rc.1', packageVersionStatusId: 'PreRelease', package: { packageId } },
      { version: '1.10.0', packageVersionStatusId: 'Latest' },
      { version: '1.9.0', packageVersionStatusId: 'Archived' },
    ],
  });
});

test('the latest version cannot be deleted, an archived one can', async () => {
  const { packageId, versions } = await seedPackage(server.database, server.tenants.own, {
    '1.0.0': 'Archived',
    '1.1.0': 'Latest',
  });
  const remove = (version: string) => administrator().delete(`/v1/packages/${packageId}/versions/${versions[version]}`);
  expect(await remove('1.1.0')).toMatchObject({ status: 409, body: { detail: expect.stringContaining('latest') } });
  expect((await remove('1.0.0')).status).toBe(204);
  expect((await remove('1.0.0')).status).toBe(404);
});

test('a version in use cannot be deleted until its devices are', async () => {
  const { packageId, versions } = await seedPackage(server.database, server.tenants.own, {
    '1.0.0': 'Archived',
    '1.1.0': 'Latest',
  });
  const deviceId = await install(server.tenants.own, packageId, versions['1.0.0'] ?? '');
  const address = `/v1/packages/${packageId}/versions/${versions['1.0.0']}`;
  expect(await administrator().delete(address)).toMatchObject({
    status: 409,
    body: { detail: 'Version 1.0.0 is in use by installations on 1 device.' },
  });
  await server.database.asOwner(`update cfs.devices set is_deleted = true where device_id = $1`, [deviceId]);
  expect((await administrator().delete(address)).status).toBe(204);
});

test('a package in use cannot be deleted, and the response names its uses', async () => {
  const { packageId, versions } = await seedPackage(server.database, server.tenants.own, { '1.0.0': 'Latest' });
  const deviceId = await install(server.tenants.own, packageId, versions['1.0.0'] ?? '');
  await install(server.tenants.own, packageId, versions['1.0.0'] ?? '');
  deviceOperations.set(packageId, 3);
  const remove = () => administrator().delete(`/v1/packages/${packageId}`);
  expect(await remove()).toMatchObject({
    status: 409,
    body: { detail: 'The package is in use by installations on 2 devices and 3 device operations.' },
  });
  deviceOperations.delete(packageId);
  await server.database.asOwner(`update cfs.devices set is_deleted = true where tenant_id = $1`, [server.tenants.own]);
  expect((await remove()).status).toBe(204);
  const left = await server.database.asOwner(`select from cfs.package_installations where device_id = $1`, [deviceId]);
  expect(left).toEqual([]);
});

test('a shared package counts the installations of every tenant', async () => {
  const { packageId, versions } = await seedPackage(server.database, systemTenantId, { '1.0.0': 'Latest' });
  await install(server.tenants.own, packageId, versions['1.0.0'] ?? '');
  await install(server.tenants.foreign, packageId, versions['1.0.0'] ?? '');
  expect(await server.as('Administrator', 'all').delete(`/v1/packages/${packageId}`)).toMatchObject({
    status: 409,
    body: { detail: 'The package is in use by installations on 2 devices.' },
  });
});

test('groups the versions of a tenant and the shared ones by package, for a roll-out', async () => {
  const { own, foreign } = server.tenants;
  const released = await seedPackage(server.database, own, { '1.0.0': 'Archived', '1.1.0': 'Latest' });
  const unreleased = await seedPackage(server.database, own, { '1.0.0-beta': 'PreRelease' });
  const shared = await seedPackage(server.database, systemTenantId, { '1.0.0': 'Latest' });
  const other = await seedPackage(server.database, foreign, { '1.0.0': 'Latest' });
  const { body } = await server
    .as('Administrator', 'all')
    .get(
      `/v1/packageVersions?$apply=filter((tenantId eq ${own}) or (tenantId eq null))/groupby((packageId,tenantId,package/name))`,
    );
  const { value } = body as { value: { packageId: string }[] };
  const offered = (packageId: string) => value.filter((each) => each.packageId === packageId);
  for (const [{ packageId, name }, tenantId] of [
    [released, own],
    [unreleased, own],
    [shared, null],
  ] as const)
    expect(offered(packageId)).toEqual([{ packageId, tenantId, package: { name } }]);
  expect(offered(other.packageId)).toEqual([]);
});

test('groups packages by tenant and by type for the filters', async () => {
  await create();
  const grouped = await server.as('Viewer').get('/v1/packages?$apply=groupby((tenantId,tenant/name,packageTypeId))');
  expect(grouped.body).toMatchObject({
    value: expect.arrayContaining([
      { tenantId: server.tenants.own, tenant: { name: 'Own' }, packageTypeId: 'Watcher' },
    ]),
  });
});
