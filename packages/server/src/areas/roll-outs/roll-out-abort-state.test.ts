import type { RollOutDevice } from '@cfs/contracts/roll-out-enumerations';
import type { RollOut } from '@cfs/contracts/roll-outs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Worker } from '../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { seedDevice } from '../../testing/seed-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';

let server: TestServer;
let worker: Worker;
beforeAll(async () => {
  server = await startTestServer();
  worker = createTestWorker(server.services, 'roll-outs');
});
afterAll(() => server.close());

test('a device that has installed the version is not shown as Installing after an abort', async () => {
  const software = await seedPackage(server.database, server.tenants.own, { '1.0.0': 'Archived', '2.0.0': 'Latest' });
  const { deviceId } = await seedDevice(server.database, server.tenants.own);
  const answer = await server.as('Operator').put('/v1/rollOuts', {
    packageVersionId: software.versions['2.0.0'],
    stages: [100],
    healthyMinutes: 60,
    failurePercent: 20,
  });
  const { rollOutId } = answer.body as RollOut;
  while ((await worker.runDue()) > 0);
  // The agent reports the installation between two looks of the timer.
  await server.database.asOwner(
    `update cfs.package_installations set status = 5, installed_version_id = desired_version_id where device_id = $1`,
    [deviceId],
  );
  expect((await server.as('Operator').post(`/v1/rollOuts/${rollOutId}/abort`)).status).toBe(200);
  while ((await worker.runDue()) > 0);
  server.clock.advance(60_000);
  while ((await worker.runDue()) > 0);
  const members = await server.as('Viewer').get(`/v1/rollOutDevices?$filter=rollOutId eq ${rollOutId}`);
  expect((members.body as { value: RollOutDevice[] }).value).toMatchObject([{ deviceId, state: 'Installed' }]);
});
