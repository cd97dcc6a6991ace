import type { RollOut, RollOutSummary } from '@cfs/contracts/roll-outs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { seedDevice } from '../../testing/seed-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';
import { devicesChosenAtOnce } from './roll-out-timer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Inserts copies of one device until the tenant has `count` devices. */
const fillDevices = async (count: number): Promise<void> => {
  const { deviceId } = await seedDevice(server.database, server.tenants.own);
  await server.database.asOwner(
    `insert into cfs.devices (tenant_id, device_id, subscription_id, name, device_type_id, operating_system_id,
       device_logging_level_id, heartbeat_interval, enabled, created, created_by, modified, modified_by)
     select tenant_id, gen_random_uuid(), subscription_id, 'Filled ' || number, 0, 4, 0, 60, true, created, 'test', created,
       'test'
     from cfs.devices, generate_series(2, $2::integer) number where device_id = $1`,
    [deviceId, count],
  );
};

const read = async (rollOutId: string): Promise<RollOutSummary> =>
  (await server.as('Viewer').get(`/v1/rollOuts/${rollOutId}`)).body as RollOutSummary;

it('chooses the devices of a large fleet in several transactions, each once and in hash order', async () => {
  const count = 2 * devicesChosenAtOnce + 7;
  await fillDevices(count);
  const software = await seedPackage(server.database, server.tenants.own, { '1.0.0': 'Latest' });
  const begun = await server.as('Operator').put('/v1/rollOuts', {
    packageVersionId: software.versions['1.0.0'],
    stages: [10, 50, 100],
  });
  expect(begun).toMatchObject({ status: 201, body: { deviceCount: count } });
  const { rollOutId } = begun.body as RollOut;
  const chosen = () =>
    server.database.asOwner<{ count: number; assigned: number }>(
      'select count(*)::integer as count, count(assigned)::integer as assigned from cfs.roll_out_devices',
    );
  expect(await chosen()).toEqual([{ count: devicesChosenAtOnce, assigned: 0 }]);
  await server.database.asOwner(
    `update cfs.devices set is_deleted = true where device_id = (
       select device_id from cfs.devices
       where not exists (select from cfs.roll_out_devices member where member.device_id = devices.device_id) limit 1)`,
  );

  // A paused roll-out chooses its devices without assigning the version.
  await server.as('Operator').post(`/v1/rollOuts/${rollOutId}/pause`);
  const worker = createTestWorker(server.services, 'roll-outs');
  for (;;) {
    const { deviceCount } = await read(rollOutId);
    if (deviceCount < count) break;
    expect(await worker.runDue()).toBeGreaterThan(0);
  }
  const { summary, deviceCount } = await read(rollOutId);
  expect(deviceCount).toBe(count - 1);
  const shares = [Math.ceil(count * 0.1), Math.ceil(count * 0.5)] as const;
  expect(summary.map(({ devices }) => devices)).toEqual([shares[0], shares[1] - shares[0], count - 1 - shares[1]]);
  const [order] = await server.database.asOwner(
    `select count(*)::integer as rows, count(distinct device_id)::integer as devices, min(position) as first,
       max(position) as last, bool_and(position = place) as "isByHash"
     from (
       select device_id, position, row_number() over (
         order by md5($1::text || device_id::text) collate "C") - 1 as place
       from cfs.roll_out_devices
     ) ordered`,
    [software.packageId],
  );
  expect(order).toEqual({ rows: count - 1, devices: count - 1, first: 0, last: count - 2, isByHash: true });
});

it('stops choosing devices when the roll-out ends', async () => {
  const software = await seedPackage(server.database, server.tenants.own, { '1.0.0': 'Latest' });
  const begun = await server
    .as('Operator')
    .put('/v1/rollOuts', { packageVersionId: software.versions['1.0.0'], stages: [100] });
  const { rollOutId } = begun.body as RollOut;
  expect(await server.as('Operator').post(`/v1/rollOuts/${rollOutId}/abort`)).toMatchObject({ status: 200 });
  const worker = createTestWorker(server.services, 'roll-outs');
  while ((await worker.runDue()) > 0);
  expect(await read(rollOutId)).toMatchObject({
    state: 'Aborted',
    deviceCount: devicesChosenAtOnce,
    summary: [{ waiting: devicesChosenAtOnce }],
  });
});
