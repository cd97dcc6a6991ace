import type { RollOutDevice } from '@cfs/contracts/roll-out-enumerations';
import type { RollOut } from '@cfs/contracts/roll-outs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Worker } from '../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { seedDevice } from '../../testing/seed-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { seedOperation } from '../device-operations/testing/seed-operation.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';

let server: TestServer;
let worker: Worker;
beforeAll(async () => {
  server = await startTestServer();
  worker = createTestWorker(server.services, 'roll-outs');
});
afterAll(() => server.close());

const settle = async (): Promise<void> => {
  while ((await worker.runDue()) > 0);
};

const begin = async (packageVersionId: string | undefined): Promise<string> => {
  const body = { packageVersionId, stages: [100], healthyMinutes: 60, failurePercent: 20 };
  const { rollOutId } = (await server.as('Operator').put('/v1/rollOuts', body)).body as RollOut;
  await settle();
  return rollOutId;
};

const abort = async (rollOutId: string): Promise<readonly RollOutDevice[]> => {
  expect((await server.as('Operator').post(`/v1/rollOuts/${rollOutId}/abort`)).status).toBe(200);
  await settle();
  server.clock.advance(60_000);
  await settle();
  const members = await server.as('Viewer').get(`/v1/rollOutDevices?$filter=rollOutId eq ${rollOutId}`);
  return (members.body as { value: RollOutDevice[] }).value;
};

const versions = { '1.0.0': 'Archived', '2.0.0': 'Latest' } as const;

test('a device that has installed the version is not shown as Installing after an abort', async () => {
  const software = await seedPackage(server.database, server.tenants.own, versions);
  const { deviceId } = await seedDevice(server.database, server.tenants.own);
  const rollOutId = await begin(software.versions['2.0.0']);
  // The agent reports the installation between two runs of the timer.
  await server.database.asOwner(
    `update cfs.package_installations set status = 5, installed_version_id = desired_version_id where device_id = $1`,
    [deviceId],
  );
  expect(await abort(rollOutId)).toMatchObject([{ deviceId, state: 'Installed' }]);
});

test('a device that keeps the version for its operations is not shown as Installing after an abort', async () => {
  const { own } = server.tenants;
  const software = await seedPackage(server.database, own, versions);
  const operationId = await seedOperation(server.database, own, { packageId: software.packageId });
  const { deviceId } = await seedDevice(server.database, own);
  const assigned = await server.as('Operator').put('/v1/deviceOperations', {
    deviceId,
    operationId,
    label: 'L',
    frequencyTypeId: 2,
    interval: '00:05:00',
    parameters: [],
  });
  expect(assigned.status, assigned.text).toBe(201);
  await server.database.asOwner('delete from cfs.package_installations where device_id = $1', [deviceId]);
  const members = await abort(await begin(software.versions['2.0.0']));
  expect(members.find((member) => member.deviceId === deviceId)).toMatchObject({
    state: 'Skipped',
    detail: 'The device keeps the version.',
  });
});
