import { randomUUID } from 'node:crypto';
import { coreOperations } from '@cfs/contracts/core-operations';
import type { DeviceOperation } from '@cfs/contracts/device-operations';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemTenantId } from '../../platform/context.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';
import { promoteTestMachine, type TestMachine } from '../pending-devices/testing/test-machine.ts';
import { seedOperation } from './testing/seed-operation.ts';

let server: TestServer;
/** A package of the own tenant without a version: these tests do not execute its operations. */
let packageId: string;
let operationId: string;

beforeAll(async () => {
  server = await startTestServer();
  packageId = (await seedPackage(server.database, server.tenants.own)).packageId;
  operationId = await seedOperation(server.database, server.tenants.own, {
    packageId,
    parameters: [
      { Name: 'Url', Required: true },
      { Name: 'Token', Source: 'SecuredValue' },
      { Name: 'Retries', DefaultValue: '3' },
    ],
  });
});
afterAll(() => server.close());

const operator = (): TestClient => server.as('Operator');
const portalEntry = (Name: string, Value: string) => ({ Name, Source: 'PortalEntry', Value });
const body = (deviceId: string, more: object = {}) => ({
  deviceId,
  operationId,
  label: 'Check',
  frequencyTypeId: 1,
  interval: '00:05:00',
  parameters: [portalEntry('Url', 'https://example.com/')],
  ...more,
});
const create = async (deviceId: string, more: object = {}): Promise<DeviceOperation> => {
  const answer = await operator().put('/v1/deviceOperations', body(deviceId, more));
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body as DeviceOperation;
};
const path = ({ deviceOperationId }: Pick<DeviceOperation, 'deviceOperationId'>, more = ''): string =>
  `/v1/deviceOperations/${deviceOperationId}${more}`;
const read = async ({ deviceOperationId }: DeviceOperation, expand = ''): Promise<DeviceOperation> => {
  const query = `$filter=deviceOperationId eq ${deviceOperationId}${expand && `&$expand=${expand}`}`;
  const answer = await server.as('Viewer').get(`/v1/deviceOperations?${query}`);
  return (answer.body as { value: DeviceOperation[] }).value[0] as DeviceOperation;
};
const faultsOf = async (more: object, deviceId?: string): Promise<readonly string[]> => {
  const id = deviceId ?? (await promoteTestMachine(server)).agentId();
  const answer = await operator().put('/v1/deviceOperations', body(id, more));
  expect(answer.status).toBe(400);
  return Object.values((answer.body as { errors: Record<string, string[]> }).errors).flat();
};

describe('assigning an operation', () => {
  it('stores it with its parameters and raises the configuration version', async () => {
    const machine = await promoteTestMachine(server);
    const before = await versionOf(machine);
    const created = await create(machine.agentId(), { enabled: false, isInteractive: true, interval: '1.02:00:00' });
    expect(created).toMatchObject({ interval: '1.02:00:00', operationComplete: false, completionToken: null });
    const read1 = await read(created, 'operation($expand=package)');
    expect(read1).toMatchObject({
      enabled: false,
      isInteractive: true,
      operation: { operationId, package: { packageId } },
    });
    expect(JSON.parse(read1.parameters)).toMatchObject([{ Name: 'Url', Value: 'https://example.com/' }]);
    expect(await versionOf(machine)).toBeGreaterThan(before);
  });

  it('reports every validation error', async () => {
    expect(await faultsOf({ label: ' ' })).toEqual(['Label is required']);
    expect(await faultsOf({ interval: '' })).toEqual(['Interval is required']);
    expect(await faultsOf({ interval: undefined })).toEqual(['Interval is required']);
    const short = 'Interval must be at least 30 seconds, as HH:mm:ss.';
    for (const interval of ['00:00:29', '5', '00:05', '99999999.00:00:00'])
      expect(await faultsOf({ interval })).toEqual([short]);
    expect(await faultsOf({ frequencyTypeId: 3 })).toEqual(['The operation allows only OnDemand, Recurring.']);
    expect(await faultsOf({ frequencyTypeId: 4 })).toEqual(['Please choose a frequency.']);
    expect(await faultsOf({ operationId: randomUUID() })).toEqual(['The operation was not found.']);
    expect(await faultsOf({ parameters: [] })).toEqual(['Url is required.']);
    expect(await faultsOf({ parameters: [portalEntry('Url', 'x'), portalEntry('Other', 'x')] })).toEqual([
      'The operation has no parameter Other.',
    ]);
    expect(await faultsOf({ parameters: [portalEntry('Url', 'x'), portalEntry('url', 'x')] })).toEqual([
      'Each parameter may be listed only once.',
    ]);
    expect(await faultsOf({ parameters: [{ Name: 'Url', Source: 'EnvironmentVariable', Value: 'A B' }] })).toEqual([
      'Please enter the name of an environment variable.',
    ]);
    expect(await faultsOf({ parameters: [{ Name: 'Url', Source: 'RuntimeConfig', Value: 'Nothing' }] })).toEqual([
      expect.stringMatching(/^Must be one of DeviceId, /),
    ]);
  });

  it('returns 400 for malformed and hostile bodies', async () => {
    const id = (await promoteTestMachine(server)).agentId();
    const hostile: unknown[] = [
      null,
      [],
      'x',
      { ...body(id), parameters: 'x' },
      { ...body(id), parameters: { length: 1 } },
      { ...body(id), parameters: [{ Name: 'Url', Source: 'PortalEntry', Value: 'a\u0000' }] },
      { ...body(id), parameters: [{ Name: 'Url', Source: 'PortalEntry', Value: 'x'.repeat(8_001) }] },
      { ...body(id), parameters: Array.from({ length: 51 }, (_, index) => portalEntry(`P${index}`, 'x')) },
      { ...body(id), label: '\ud800' },
      { ...body(id), timeoutSeconds: 0 },
      { ...body(id), memoryLimitMebibytes: 1e9 },
      { ...body(id), operationId: "'; drop table cfs.devices" },
    ];
    for (const each of hostile) {
      const answer = await operator().put('/v1/deviceOperations', each);
      expect(answer.status, JSON.stringify(each).slice(0, 100)).toBe(400);
    }
  });

  it('refuses an operation that does not run on the operating system of the device', async () => {
    const windows = (await promoteTestMachine(server)).agentId();
    await operator().post(`/v1/devices/${windows}`, { operatingSystemId: 1 });
    expect(await faultsOf({}, windows)).toEqual([expect.stringMatching(/^The operation .* does not run on WinX64\.$/)]);
  });

  it('makes the latest version of the package desired for the device, unless a version is desired already', async () => {
    const own = await seedPackage(server.database, server.tenants.own, { '1.0.0': 'Archived', '2.0.0': 'Latest' });
    const ofPackage = await seedOperation(server.database, server.tenants.own, { packageId: own.packageId });
    const one = (await promoteTestMachine(server)).agentId();
    const more = { operationId: ofPackage, parameters: [] };
    await create(one, more);
    const desired = (id: string) =>
      server.database.asOwner('select desired_version_id from cfs.package_installations where device_id = $1', [id]);
    expect(await desired(one)).toEqual([{ desired_version_id: own.versions['2.0.0'] }]);
    const other = (await promoteTestMachine(server)).agentId();
    await operator().post(`/v1/deviceInstallations/${other}/packages`, [
      { packageId: own.packageId, packageVersionId: own.versions['1.0.0'] },
    ]);
    await create(other, more);
    expect(await desired(other)).toEqual([{ desired_version_id: own.versions['1.0.0'] }]);
    const refused = await operator().post(`/v1/deviceInstallations/${other}/packages`, [
      { packageId: own.packageId, packageVersionId: '00000000-0000-0000-0000-000000000000' },
    ]);
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/Check needs it\.$/) as string },
    });
  });

  it('is refused when the device has the maximum number of operations', async () => {
    const id = (await promoteTestMachine(server)).agentId();
    await server.database.asOwner(
      `insert into cfs.device_operations (tenant_id, device_operation_id, device_id, operation_id, label, enabled,
         frequency_type_id, interval_seconds, is_interactive, parameters, created, created_by, modified, modified_by)
       select $1, gen_random_uuid(), $2, $3, 'Many', true, 2, 300, false, '[]', now(), 'test', now(), 'test'
       from generate_series(1, 200)`,
      [server.tenants.own, id, operationId],
    );
    expect(await operator().put('/v1/deviceOperations', body(id))).toMatchObject({
      status: 409,
      body: { detail: 'A device has at most 200 operations.' },
    });
  });
});

const versionOf = async (machine: TestMachine): Promise<number> => {
  const [row] = await server.database.asOwner<{ version: string }>(
    'select configuration_version as version from cfs.devices where device_id = $1',
    [machine.agentId()],
  );
  return Number(row?.version);
};
const configurationOf = async (machine: TestMachine): Promise<AgentConfiguration> => {
  server.clock.advance(1);
  return (await (await machine.asDevice()).get('/v1/agents/configuration')).body as AgentConfiguration;
};

describe('changing an operation', () => {
  it('keeps omitted fields, and returns 409 to the second of two concurrent writers', async () => {
    const created = await create((await promoteTestMachine(server)).agentId());
    const change = (label: string) => operator().post(path(created), { label, modified: created.modified });
    const answers = await Promise.all([change('one'), change('two')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await read(created)).toMatchObject({ interval: '00:05:00', frequencyTypeId: 1, enabled: true });
  });

  it('returns 400 for another device or operation', async () => {
    const created = await create((await promoteTestMachine(server)).agentId());
    expect((await operator().post(path(created), { deviceId: randomUUID() })).status).toBe(400);
    expect((await operator().post(path(created), { operationId: randomUUID() })).status).toBe(400);
    expect((await operator().post(path(created), { operationId, deviceId: created.deviceId })).status).toBe(200);
  });

  it('disables it and dequeues its run', async () => {
    const created = await create((await promoteTestMachine(server)).agentId());
    expect((await operator().post(path(created, '/enqueueOnDemand'))).status).toBe(200);
    const disabled = await operator().post(path(created), { enabled: false });
    expect(disabled).toMatchObject({ status: 200, body: { enabled: false, completionToken: null } });
    expect(await operator().post(path(created, '/enqueueOnDemand'))).toMatchObject({ status: 409 });
  });

  it('marks it as deleted, and its device can then be deleted', async () => {
    const machine = await promoteTestMachine(server, 'with operation');
    const created = await create(machine.agentId());
    const administrator = server.as('Administrator');
    expect(await administrator.delete(`/v1/devices/${machine.agentId()}`)).toMatchObject({
      status: 409,
      body: { detail: 'Could not delete with operation because it has operations assigned to it.' },
    });
    expect((await operator().delete(path(created))).status).toBe(204);
    expect((await operator().delete(path(created))).status).toBe(404);
    expect((await operator().post(path(created), { label: 'x' })).status).toBe(404);
    expect(await read(created)).toMatchObject({ isDeleted: true });
    expect((await administrator.delete(`/v1/devices/${machine.agentId()}`)).status).toBe(204);
  });

  it('returns 403 to viewers and 404 to other tenants', async () => {
    const created = await create((await promoteTestMachine(server)).agentId());
    expect((await server.as('Viewer').post(path(created), { label: 'x' })).status).toBe(403);
    expect((await server.as('Operator', server.tenants.foreign).post(path(created), { label: 'x' })).status).toBe(404);
  });

  it('prevents its package from being deleted', async () => {
    const own = await seedPackage(server.database, server.tenants.own);
    const ofPackage = await seedOperation(server.database, server.tenants.own, { packageId: own.packageId });
    const created = await create((await promoteTestMachine(server)).agentId(), {
      operationId: ofPackage,
      parameters: [],
    });
    const remove = () => server.as('Administrator').delete(`/v1/packages/${own.packageId}`);
    expect(await remove()).toMatchObject({ status: 409 });
    await operator().delete(path(created));
    expect((await remove()).status).toBe(204);
    expect(await read(created)).toMatchObject({ isDeleted: true, operationId: null });
  });
});

describe('secured values', () => {
  const secured = (secret: string, value = 'Bearer {{key}}') => ({
    Name: 'Token',
    Source: 'SecuredValue',
    Value: value,
    SecuredValues: [{ PlaceholderKeyForSecretValue: 'key', SecuredSourceKeyToGetSecretValue: secret }],
  });
  const writeSecret = async (name: string, value: string): Promise<string> => {
    const answer = await server.as('Administrator').put(`/v1/tenants/${server.tenants.own}/secrets`, { name, value });
    return (answer.body as { id: string }).id;
  };
  const builtIn = coreOperations.find(({ kind }) => kind === 'HttpAvailability');
  const seedCore = async (): Promise<void> => {
    const { packageId: corePackage } = await seedPackage(server.database, systemTenantId);
    await server.database.asOwner('delete from cfs.package_operations where operation_id = $1', [builtIn?.operationId]);
    await seedOperation(server.database, systemTenantId, {
      packageId: corePackage,
      operationId: builtIn?.operationId ?? '',
      parameters: [
        { Name: 'Url', Required: true },
        { Name: 'Token', Source: 'SecuredValue' },
        { Name: 'Method', DefaultValue: 'GET' },
      ],
    });
  };

  it('are sent only to the agent', async () => {
    await seedCore();
    const machine = await promoteTestMachine(server);
    const secretId = await writeSecret('api-key', 'very secret value');
    const created = await create(machine.agentId(), {
      operationId: builtIn?.operationId,
      parameters: [portalEntry('Url', 'https://example.com/'), secured('api-key')],
    });
    expect(JSON.stringify(await read(created))).not.toContain('very secret value');
    const audit = await server.database.asOwner('select row_to_json(r)::text as text from cfs.audit_records r');
    expect(audit.filter(({ text }) => String(text).includes('very secret value'))).toEqual([]);
    const [operation] = (await configurationOf(machine)).operations;
    expect(operation).toMatchObject({
      program: { kind: 'builtIn', name: 'HttpAvailability' },
      run: null,
      timeoutSeconds: 60,
      parameters: [
        { name: 'Url', source: 'PortalEntry', value: 'https://example.com/', secrets: [] },
        { name: 'Token', source: 'SecuredValue', value: 'Bearer very secret value', secrets: ['very secret value'] },
        { name: 'Method', value: 'GET' },
      ],
    });
    const before = await versionOf(machine);
    await writeSecret('api-key', 'another secret');
    expect(await versionOf(machine)).toBeGreaterThan(before);
    expect((await configurationOf(machine)).operations[0]?.parameters[1]?.value).toBe('Bearer another secret');
    const refused = await server.as('Administrator').delete(`/v1/tenants/${server.tenants.own}/secrets/${secretId}`);
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Check of machine') as string },
    });
  });

  it('must reference existing secrets, each by its own placeholder', async () => {
    await writeSecret('known', 'some value');
    const url = portalEntry('Url', 'x');
    expect(await faultsOf({ parameters: [url, secured('unknown')] })).toEqual(['The tenant has no secret "unknown".']);
    expect(await faultsOf({ parameters: [url, secured('known', '{{other}}')] })).toEqual([
      'No secret is chosen for {{other}}.',
    ]);
    expect(await faultsOf({ parameters: [url, secured('known', 'plain')] })).toEqual([
      'The value has no placeholder {{key}}.',
    ]);
    expect(await faultsOf({ parameters: [url, secured('known', '{{key}} {{')] })).toEqual([
      'A placeholder is not closed.',
    ]);
    expect(await faultsOf({ parameters: [url, { Name: 'Token', Source: 'SecuredValue', Value: 'x' }] })).toEqual([
      'A secured value needs at least one placeholder, such as {{password}}.',
    ]);
  });
});

describe('runs on demand', () => {
  const claim = (
    device: TestClient,
    operation: DeviceOperation,
    completionToken: unknown,
    runId: string = randomUUID(),
  ) => device.post(`/v1/agents/operations/${operation.deviceOperationId}/claim`, { completionToken, runId });
  const report = (completionToken: unknown, runId: string, more: object = {}) => ({
    completionToken,
    runId,
    outcome: 'Succeeded',
    started: server.clock.now().toISOString(),
    durationMilliseconds: 1_500,
    exitCode: 0,
    output: 'fine',
    outputTruncated: false,
    error: null,
    ...more,
  });
  const complete = (device: TestClient, operation: DeviceOperation, content: object) =>
    device.post(`/v1/agents/operations/${operation.deviceOperationId}/complete`, content);
  const runsOf = async (operation: DeviceOperation): Promise<readonly Record<string, unknown>[]> =>
    ((await server.as('Viewer').get(path(operation, '/runs'))).body as { value: Record<string, unknown>[] }).value;
  const queue = async (operation: DeviceOperation): Promise<string> => {
    const answer = await operator().post(path(operation, '/enqueueOnDemand'));
    expect(answer.status, answer.text).toBe(200);
    return (answer.body as DeviceOperation).completionToken ?? '';
  };
  const prepare = async () => {
    const machine = await promoteTestMachine(server);
    const operation = await create(machine.agentId());
    return { machine, operation, device: await machine.asDevice() };
  };

  it('are queued once for concurrent callers', async () => {
    const { operation } = await prepare();
    const answers = await Promise.all([1, 2, 3].map(() => operator().post(path(operation, '/enqueueOnDemand'))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await runsOf(operation)).toMatchObject([
      { state: 'Queued', outcome: null, queuedBy: expect.any(String) as string },
    ]);
  });

  it('are claimed by one agent and completed once', async () => {
    const { operation, device } = await prepare();
    const token = await queue(operation);
    const runId = randomUUID();
    const claims = await Promise.all([claim(device, operation, token, runId), claim(device, operation, token)]);
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = claims[0]?.status === 200 ? runId : undefined;
    const winner = won ?? ((await runsOf(operation))[0]?.['runId'] as string);
    expect((await claim(device, operation, token, winner)).status).toBe(200);
    expect(await operator().post(path(operation, '/dequeueOnDemand'))).toMatchObject({
      status: 409,
      body: { detail: 'The device has begun to run the operation.' },
    });
    expect(await runsOf(operation)).toMatchObject([{ state: 'Running' }]);
    expect((await complete(device, operation, report(token, randomUUID()))).status).toBe(409);
    expect((await complete(device, operation, report(token, winner))).status).toBe(204);
    expect((await complete(device, operation, report(token, winner, { output: 'again' }))).status).toBe(204);
    expect((await claim(device, operation, token, winner)).status).toBe(409);
    expect(await read(operation)).toMatchObject({ operationComplete: true, completionToken: token });
    expect(await runsOf(operation)).toMatchObject([
      { state: 'Ended', outcome: 'Succeeded', exitCode: 0, durationMilliseconds: 1_500, output: 'fine' },
    ]);
    expect(await queue(operation)).not.toBe(token);
  });

  it('become Lost when the lease expires, and take the outcome of a late report', async () => {
    const { operation, device } = await prepare();
    const [token, runId] = [await queue(operation), randomUUID()];
    const claimed = (await claim(device, operation, token, runId)).body as { leaseExpires: string };
    expect(Date.parse(claimed.leaseExpires) - server.clock.now().getTime()).toBe(180_000);
    const worker = createTestWorker(server.services, 'device-operations');
    server.clock.advance(179_000);
    await worker.runDue();
    expect(await runsOf(operation)).toMatchObject([{ state: 'Running' }]);
    server.clock.advance(2_000);
    await worker.runDue();
    expect(await runsOf(operation)).toMatchObject([{ outcome: 'Lost', state: 'Ended' }]);
    expect(await read(operation)).toMatchObject({ operationComplete: true });
    const again = await queue(operation);
    const fresh = await (await promoteTestMachine(server)).asDevice();
    expect((await complete(fresh, operation, report(token, runId))).status).toBe(404);
    const late = await server.withCredential('x').post('/v1/agents/operations/x/complete', {});
    expect(late.status).toBe(401);
    expect(again).not.toBe(token);
  });

  it('cannot be claimed by another device', async () => {
    const { operation } = await prepare();
    const token = await queue(operation);
    const other = await (await promoteTestMachine(server)).asDevice();
    expect((await claim(other, operation, token)).status).toBe(404);
  });

  it('can be dequeued until they are claimed', async () => {
    const { operation, device } = await prepare();
    const token = await queue(operation);
    expect(await operator().post(path(operation, '/dequeueOnDemand'))).toMatchObject({
      status: 200,
      body: { completionToken: null },
    });
    expect((await claim(device, operation, token)).status).toBe(409);
    expect(await operator().post(path(operation, '/dequeueOnDemand'))).toMatchObject({ status: 409 });
    expect(await runsOf(operation)).toEqual([]);
  });

  it('are accepted only for operations on demand, and not for a disabled device', async () => {
    const machine = await promoteTestMachine(server);
    const recurring = await create(machine.agentId(), { frequencyTypeId: 2 });
    expect(await operator().post(path(recurring, '/enqueueOnDemand'))).toMatchObject({
      status: 409,
      body: { detail: 'Only operations with the frequency OnDemand can be queued.' },
    });
    const onDemand = await create(machine.agentId());
    await operator().post(`/v1/devices/${machine.agentId()}`, { enabled: false });
    expect(await operator().post(path(onDemand, '/enqueueOnDemand'))).toMatchObject({ status: 409 });
  });

  it('show the results of their packets; packets are accepted only for operations of the sending device', async () => {
    const { machine, operation, device } = await prepare();
    const timestamp = server.clock.now().toISOString();
    const message = {
      Value: 200,
      Properties: { RunId: 'run-1' },
      Metrics: { DurationMilliseconds: 12.5, ExitCode: 0 },
      States: { Outcome: 'Succeeded' },
      Diagnostics: { Output: 'all good', OutputTruncated: true },
    };
    const send = (entityId: string) =>
      device.post('/v1/packets', [
        { entityId, timestamp, message },
        { entityId: machine.agentId(), timestamp, message: {} },
      ]);
    expect(await send(operation.deviceOperationId)).toMatchObject({ status: 202, body: { accepted: 2, rejected: [] } });
    const { operation: foreign } = await prepare();
    expect((await send(foreign.deviceOperationId)).body).toMatchObject({
      accepted: 0,
      rejected: [{ index: 0, errors: ['entityId is not an entity of this device'] }],
    });
    expect(await runsOf(operation)).toEqual([
      {
        runId: 'run-1',
        started: timestamp,
        outcome: 'Succeeded',
        durationMilliseconds: 12.5,
        exitCode: 0,
        value: '200',
        output: 'all good',
        outputTruncated: true,
        error: null,
        queuedBy: null,
        state: 'Ended',
      },
    ]);
    await operator().delete(path(operation));
    const last = {
      entityId: operation.deviceOperationId,
      timestamp: new Date(Date.parse(timestamp) + 1).toISOString(),
    };
    expect((await device.post('/v1/packets', [{ ...last, message: {} }])).status).toBe(202);
  });

  it('have logs per operation', async () => {
    const { machine, operation, device } = await prepare();
    const { operation: foreign } = await prepare();
    const entry = (detail: string, deviceOperationId?: string) => ({
      logEntryId: randomUUID(),
      created: server.clock.now().toISOString(),
      entryType: 'info',
      detail,
      deviceOperationId,
    });
    await device.post('/v1/agents/logs', [
      entry('of the agent'),
      entry('of the operation', operation.deviceOperationId),
      entry('of a stranger', foreign.deviceOperationId),
    ]);
    const logs = async (address: string) =>
      ((await server.as('Viewer').get(address)).body as { detail: string }[]).map(({ detail }) => detail).toSorted();
    expect(await logs(path(operation, '/logs'))).toEqual(['of the operation']);
    expect(await logs(path(foreign, '/logs'))).toEqual([]);
    expect(await logs(`/v1/devices/${machine.agentId()}/logs`)).toEqual(['of a stranger', 'of the agent']);
  });
});

describe('cloning', () => {
  const clone = (fromDeviceId: string, toDeviceId: string, ids: readonly string[]) =>
    operator().post('/v1/deviceOperations/clone', { fromDeviceId, toDeviceId, deviceOperationIdsToClone: ids.join() });
  const operationsOf = async (deviceId: string): Promise<DeviceOperation[]> =>
    (
      (await server.as('Viewer').get(`/v1/deviceOperations?$filter=deviceId eq ${deviceId}&$orderby=label`)).body as {
        value: DeviceOperation[];
      }
    ).value;
  const devices = async (): Promise<[string, string]> => [
    (await promoteTestMachine(server)).agentId(),
    (await promoteTestMachine(server, 'target')).agentId(),
  ];

  it('copies the chosen operations with their settings, once', async () => {
    const [source, target] = await devices();
    const one = await create(source, { label: 'one', enabled: false, timeoutSeconds: 90 });
    const two = await create(source, { label: 'two' });
    await create(source, { label: 'three' });
    await operator().post(path(two, '/enqueueOnDemand'));
    const ids = [one.deviceOperationId, two.deviceOperationId];
    expect(await clone(source, target, ids)).toMatchObject({
      status: 200,
      body: { message: 'Device Operations Cloned Successfully.', cloned: 2, skipped: 0 },
    });
    expect(await operationsOf(target)).toMatchObject([
      { label: 'one', enabled: false, timeoutSeconds: 90, parameters: one.parameters },
      { label: 'two', completionToken: null, operationComplete: false },
    ]);
    expect(await clone(source, target, ids)).toMatchObject({
      body: { message: 'Device Operations Cloned Successfully. 2 already existed.', cloned: 0, skipped: 2 },
    });
    expect(await operationsOf(target)).toHaveLength(2);
  });

  it('requires another device and at least one operation of the source', async () => {
    const [source, target] = await devices();
    const one = await create(source);
    const elsewhere = await create(target, { label: 'elsewhere' });
    const detail = async (answer: ReturnType<typeof clone>) => ((await answer).body as { detail: string }).detail;
    expect(await detail(clone(source, source, [one.deviceOperationId]))).toBe(
      'Please choose a target device other than the source.',
    );
    expect(await detail(clone(source, target, []))).toBe('Please choose at least one operation.');
    expect(await detail(clone(source, target, [elsewhere.deviceOperationId]))).toBe(
      'An operation is no longer assigned to the source device.',
    );
    expect((await clone(source, randomUUID(), [one.deviceOperationId])).status).toBe(404);
    expect((await clone(source, 'x', [one.deviceOperationId])).status).toBe(400);
  });

  it('refuses operations that do not run on the target', async () => {
    const [source, target] = await devices();
    const one = await create(source, { label: 'Linux alone' });
    await operator().post(`/v1/devices/${target}`, { operatingSystemId: 1 });
    expect(await clone(source, target, [one.deviceOperationId])).toMatchObject({
      status: 409,
      body: { detail: 'These operations do not run on target (WinX64): Linux alone.' },
    });
    expect(await operationsOf(target)).toEqual([]);
  });

  it('does not deadlock in both directions at once', async () => {
    const [one, other] = await devices();
    const [first, second] = [await create(one, { label: 'first' }), await create(other, { label: 'second' })];
    const answers = await Promise.all([
      clone(one, other, [first.deviceOperationId]),
      clone(other, one, [second.deviceOperationId]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('the operations that a device can get', () => {
  const available = async (operatingSystemId: number, query = '', tenantId = server.tenants.own) =>
    (
      (
        await server
          .as('Viewer')
          .get(
            `/v1/operations/GetAvailableOperationsForDevice(tenantId=${tenantId},operatingSystemId=${operatingSystemId})${query}`,
          )
      ).body as { value: { operationId: string; totalBeforeFiltering: number }[] }
    ).value;

  it('are filtered by its operating system, searched and paged', async () => {
    const name = `Needle ${randomUUID()}`;
    const own = await seedOperation(server.database, server.tenants.own, { packageId, name });
    await seedOperation(server.database, server.tenants.own, { packageId, name: `${name} gone`, isRetired: true });
    const all = await available(4);
    expect(all.map((row) => row.operationId)).toContain(own);
    expect((await available(1)).map((row) => row.operationId)).not.toContain(own);
    expect((await available(0)).map((row) => row.operationId)).toContain(own);
    const found = await available(4, `?$search=${encodeURIComponent(name.toUpperCase())}`);
    expect(found).toMatchObject([{ operationId: own, name, totalBeforeFiltering: all.length }]);
    const paged = await available(4, '?$top=1&$skip=1');
    expect(paged.map((row) => row.operationId)).toEqual([all[1]?.operationId]);
    expect(await available(4, '', server.tenants.foreign)).toEqual([]);
  });
});
