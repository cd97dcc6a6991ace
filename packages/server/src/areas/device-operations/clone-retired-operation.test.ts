import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDevice } from '../../testing/seed-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { seedOperation } from './testing/seed-operation.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('an operation that its package no longer has cannot be assigned, neither by a clone nor directly', async () => {
  const { own } = server.tenants;
  const software = await seedPackage(server.database, own, { '1.0.0': 'Latest' });
  const operationId = await seedOperation(server.database, own, { packageId: software.packageId });
  const { deviceId: from } = await seedDevice(server.database, own);
  const { deviceId: to } = await seedDevice(server.database, own);
  const operator = server.as('Operator');
  const assign = (deviceId: string | undefined) =>
    operator.put('/v1/deviceOperations', {
      deviceId,
      operationId,
      label: 'L',
      frequencyTypeId: 2,
      interval: '00:05:00',
      parameters: [],
    });
  const assigned = await assign(from);
  expect(assigned).toMatchObject({ status: 201 });
  await server.database.asOwner('update cfs.package_operations set is_retired = true where operation_id = $1', [
    operationId,
  ]);
  expect((await assign(to)).status).toBe(400);
  const cloned = await operator.post('/v1/deviceOperations/clone', {
    fromDeviceId: from,
    toDeviceId: to,
    deviceOperationIdsToClone: (assigned.body as { deviceOperationId: string }).deviceOperationId,
  });
  expect([cloned.status, cloned.text]).toEqual([409, expect.anything()]);
});
