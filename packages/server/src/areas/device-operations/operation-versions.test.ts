import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import type { AvailableOperations, DeviceOperation } from '@cfs/contracts/device-operations';
import type { UploadedVersions } from '@cfs/contracts/package-manifest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestAnswer } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createPublisher, testBundle, testManifest, uploadBody } from '../packages/testing/test-bundle.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';
import { promoteTestMachine, type TestMachine } from '../pending-devices/testing/test-machine.ts';
import { builtInOperationIds } from './built-in-kind.ts';
import { seedOperation } from './testing/seed-operation.ts';

type Operation = NonNullable<ReturnType<typeof testManifest>['operations']>[number];

let server: TestServer;
let directory: string;
const publisher = createPublisher();
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-operation-versions-'));
  server = await startTestServer({ environment: { DATA_DIR: directory } });
  await server.as('Administrator').put('/v1/publisherKeys', { name: 'Test', publicKey: publisher.publicKey });
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const watch = (parameter: string, changes: Partial<Operation> = {}): Operation => ({
  name: 'Watch',
  operationType: 'Metric',
  resultType: 'Numeric',
  frequencies: ['Recurring'],
  parameters: [{ Name: parameter, Required: true, Source: 'PortalEntry' }],
  ...changes,
});
const upload = async (name: string, version: string, operations: readonly Operation[]) => {
  const content = await testBundle(publisher, testManifest(name, version, { operations: [...operations] }));
  const parts = [
    { name: 'label', value: 'Test' },
    { name: 'file-0', content },
  ];
  const answer = await server.as('Administrator').send('POST', '/v1/packages/upload', uploadBody(parts));
  expect(answer, answer.text).toMatchObject({ status: 200 });
  const [uploaded] = (answer.body as UploadedVersions).value;
  return { packageId: uploaded?.packageId ?? '', packageVersionId: uploaded?.packageVersionId ?? '' };
};
const operationOf = async (packageId: string, name = 'Watch'): Promise<string> => {
  const answer = await server
    .as('Viewer')
    .get(`/v1/operations?$filter=packageId eq ${packageId} and name eq '${name}'`);
  return (answer.body as { value: { operationId: string }[] }).value[0]?.operationId ?? '';
};
const portalEntry = (Name: string) => ({ Name, Source: 'PortalEntry', Value: 'https://example.com/' });
const assign = (machine: TestMachine, operationId: string, parameter: string, more: object = {}): Promise<TestAnswer> =>
  server.as('Operator').put('/v1/deviceOperations', {
    deviceId: machine.agentId(),
    operationId,
    label: 'Check',
    frequencyTypeId: 2,
    interval: '00:05:00',
    parameters: [portalEntry(parameter)],
    ...more,
  });
const configurationOf = async (machine: TestMachine) => {
  server.clock.advance(1_000);
  const answer = await (await machine.asDevice()).get('/v1/agents/configuration');
  return (answer.body as AgentConfiguration).operations.map(
    ({ program, parameters, resultType, run: _run, ...rest }) => ({
      label: rest.label,
      version: 'version' in program ? program.version : undefined,
      parameters: parameters.map((each) => each.name),
      resultType,
    }),
  );
};
/**
 * A machine with the operation of version 1. The package also has version 2, whose operation has another parameter and
 * result type.
 */
const begin = async (
  second: readonly Operation[] = [watch('Address', { resultType: 'Text', frequencies: ['OnDemand'] })],
) => {
  const name = `Watcher ${randomUUID()}`;
  const { packageId, packageVersionId: first } = await upload(name, '1.0.0', [watch('Url')]);
  const operationId = await operationOf(packageId);
  const machine = await promoteTestMachine(server);
  const created = await assign(machine, operationId, 'Url');
  expect(created, created.text).toMatchObject({ status: 201 });
  const before = await configurationOf(machine);
  const { packageVersionId } = await upload(name, '2.0.0', second);
  return {
    machine,
    packageId,
    operationId,
    first,
    second: packageVersionId,
    before,
    row: created.body as DeviceOperation,
  };
};
const install = (machine: TestMachine, packageId: string, packageVersionId: string): Promise<TestAnswer> =>
  server
    .as('Operator')
    .post(`/v1/deviceInstallations/${machine.agentId()}/packages`, [
      { packageId, deviceId: machine.agentId(), packageVersionId },
    ]);

it('gives an agent the operations of the version that is desired for its device, even after newer uploads', async () => {
  const { machine, packageId, second, before } = await begin();
  expect(before).toEqual([{ label: 'Check', version: '1.0.0', parameters: ['Url'], resultType: 2 }]);
  expect(await configurationOf(machine)).toEqual(before);
  expect(await install(machine, packageId, second)).toMatchObject({ status: 200 });
  expect(await configurationOf(machine)).toEqual([{ label: 'Check', version: '2.0.0', parameters: [], resultType: 1 }]);
});

it('keeps an operation that the latest version no longer has, and allows changes to it', async () => {
  const { machine, before, row } = await begin([watch('Path', { name: 'Another' })]);
  expect(await configurationOf(machine)).toEqual(before);
  const changed = await server.as('Operator').post(`/v1/deviceOperations/${row.deviceOperationId}`, {
    label: 'Changed',
    parameters: [portalEntry('Url')],
  });
  expect(changed, changed.text).toMatchObject({ status: 200, body: { label: 'Changed' } });
});

it('checks parameters and frequency against the version that is desired for the device', async () => {
  const { machine, operationId } = await begin();
  expect(await assign(machine, operationId, 'Address')).toMatchObject({
    status: 400,
    body: { errors: { Parameters: ['The operation has no parameter Address.', 'Url is required.'] } },
  });
  expect(await assign(machine, operationId, 'Url', { frequencyTypeId: 1 })).toMatchObject({
    status: 400,
    body: { errors: { FrequencyTypeId: ['The operation allows only Recurring.'] } },
  });
  expect(await assign(machine, operationId, 'Url')).toMatchObject({ status: 201 });
  const fresh = await promoteTestMachine(server);
  expect(await assign(fresh, operationId, 'Address', { frequencyTypeId: 1 })).toMatchObject({ status: 201 });
});

it('clones an operation to a device whose desired version has it, even if the latest version lacks it', async () => {
  const { packageId, first, row } = await begin([watch('Path', { name: 'Another' })]);
  const target = await promoteTestMachine(server);
  const clone = () =>
    server.as('Operator').post('/v1/deviceOperations/clone', {
      fromDeviceId: row.deviceId,
      toDeviceId: target.agentId(),
      deviceOperationIdsToClone: row.deviceOperationId,
    });
  expect(await clone()).toMatchObject({ status: 409 });
  expect(await install(target, packageId, first)).toMatchObject({ status: 200 });
  expect(await clone()).toMatchObject({ status: 200, body: { cloned: 1 } });
});

it('shows the definitions of the desired version for a device operation and for the available operations', async () => {
  const { machine, operationId, row } = await begin();
  const list = await server
    .as('Viewer')
    .get(`/v1/deviceOperations?$filter=deviceOperationId eq ${row.deviceOperationId}&$expand=operation`);
  const [shown] = (list.body as { value: (DeviceOperation & { operation: DeviceOperation })[] }).value;
  expect(JSON.parse(shown?.parameterDefinitions ?? '')).toMatchObject([{ Name: 'Url' }]);
  expect(JSON.parse(shown?.frequencyDefinitions ?? '')).toEqual([2]);
  expect(JSON.parse(shown?.operation.parameterDefinitions ?? '')).toMatchObject([{ Name: 'Address' }]);
  const available = async (query: string) => {
    const path = `/v1/operations/GetAvailableOperationsForDevice(tenantId=${server.tenants.own},operatingSystemId=4)`;
    const answer = await server.as('Viewer').get(`${path}${query}`);
    const found = (answer.body as AvailableOperations).value.find((each) => each.operationId === operationId);
    return {
      result: found?.operationResultTypeId,
      parameters: JSON.parse(found?.parameterDefinitions ?? '') as unknown,
    };
  };
  expect(await available('')).toMatchObject({ result: 1, parameters: [{ Name: 'Address' }] });
  expect(await available(`?deviceId=${machine.agentId()}`)).toMatchObject({ result: 2, parameters: [{ Name: 'Url' }] });
});

it('offers and assigns only the operations of the version that is desired for the device', async () => {
  const { machine, packageId, operationId, second } = await begin([watch('Path', { name: 'Another' })]);
  const added = await operationOf(packageId, 'Another');
  const offered = async (): Promise<string[]> => {
    const path = `/v1/operations/GetAvailableOperationsForDevice(tenantId=${server.tenants.own},operatingSystemId=4)`;
    const answer = await server.as('Viewer').get(`${path}?deviceId=${machine.agentId()}`);
    const { value } = answer.body as AvailableOperations;
    return value.filter((each) => each.package.packageId === packageId).map((each) => each.operationId);
  };
  expect(await offered()).toEqual([operationId]);
  const refused = await assign(machine, added, 'Path');
  expect(refused).toMatchObject({ status: 400 });
  expect(refused.text).toMatch(/The version of Watcher [-\w]+ for this device does not have the operation Another\./);

  expect(await install(machine, packageId, second)).toMatchObject({ status: 200 });
  expect(await offered()).toEqual([added]);
  expect(await assign(machine, operationId, 'Url')).toMatchObject({ status: 400 });
  expect(await assign(machine, added, 'Path')).toMatchObject({ status: 201 });
});

it('allows renaming and disabling an operation that the version lacks, but not redefining or enabling it', async () => {
  const { machine, packageId, second, row } = await begin([watch('Path', { name: 'Another' })]);
  expect(await install(machine, packageId, second)).toMatchObject({ status: 200 });
  const save = (changes: object) =>
    server.as('Operator').post(`/v1/deviceOperations/${row.deviceOperationId}`, {
      label: 'Check',
      frequencyTypeId: 2,
      parameters: [portalEntry('Url')],
      ...changes,
    });
  expect(await save({ label: 'Renamed' })).toMatchObject({ status: 200, body: { label: 'Renamed' } });
  expect(await save({ parameters: [] })).toMatchObject({ status: 400, body: { errors: { OperationId: [{}] } } });
  expect(await save({ frequencyTypeId: 1 })).toMatchObject({ status: 400 });
  expect(await save({ enabled: false })).toMatchObject({ status: 200 });
  expect(await save({ enabled: true })).toMatchObject({ status: 400 });
});

it('offers a built-in operation independently of the desired version of its package', async () => {
  const machine = await promoteTestMachine(server);
  const { packageId, versions } = await seedPackage(server.database, server.tenants.own, { '1.0.0': 'Latest' });
  const [builtIn] = builtInOperationIds;
  const ids = await Promise.all(
    [builtIn, undefined].map((operationId) =>
      seedOperation(server.database, server.tenants.own, { packageId, ...(operationId && { operationId }) }),
    ),
  );
  const desired = versions['1.0.0'] ?? '';
  expect(await install(machine, packageId, desired)).toMatchObject({ status: 200 });
  const offered = async (): Promise<string[]> => {
    const path = `/v1/operations/GetAvailableOperationsForDevice(tenantId=${server.tenants.own},operatingSystemId=4)`;
    const answer = await server.as('Viewer').get(`${path}?deviceId=${machine.agentId()}`);
    const { value } = answer.body as AvailableOperations;
    return value.filter((each) => each.package.packageId === packageId).map((each) => each.operationId);
  };
  expect((await offered()).toSorted()).toEqual(ids.toSorted());
  await server.database.asOwner('delete from cfs.package_version_operations where package_version_id = $1', [desired]);
  expect(await offered()).toEqual([builtIn]);
});
