import { randomUUID } from 'node:crypto';
import { rollOutStates } from '@cfs/contracts/roll-out-enumerations';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix, MatrixExample } from '../../testing/matrix-example.ts';
import { seedDevice } from '../../testing/seed-device.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';

const command = (name: string, from: 'own' | 'paused' = 'own'): MatrixExample => ({
  route: `POST /v1/rollOuts/:rollOutId/${name}`,
  place: 'path',
  request: (ids) => ({ url: `/v1/rollOuts/${ids[from === 'own' ? 'rollOutId' : 'pausedId']}/${name}` }),
  foreign: 404,
});

export const rollOutsMatrix: AreaMatrix = {
  area: 'roll-outs',
  async seed(database, tenantId) {
    const { deviceId = '' } = await seedDevice(database, tenantId);
    const [own, paused, fresh] = [
      await seedPackage(database, tenantId, { '1.0.0': 'Latest' }),
      await seedPackage(database, tenantId, { '1.0.0': 'Latest' }),
      await seedPackage(database, tenantId, { '1.0.0': 'Latest' }),
    ];
    const [rollOutId, pausedId, rollOutDeviceId] = [randomUUID(), randomUUID(), randomUUID()];
    const insert = (id: string, packageId: string, state: number): Promise<unknown> =>
      database.asOwner(
        `insert into cfs.roll_outs (tenant_id, roll_out_id, package_id, package_name, package_version_id, version, state,
           stages, stage, healthy_minutes, failure_percent, silent_fails, device_count, created, created_by, modified,
           modified_by)
         values ($1, $2, $3, 'Matrix', $4, '1.0.0', $5, '[100]', 1, 60, 10, true, 1, now(), 'matrix', now(), 'matrix')`,
        [tenantId, id, packageId, randomUUID(), state],
      );
    await insert(rollOutId, own.packageId, rollOutStates.Running);
    await insert(pausedId, paused.packageId, rollOutStates.Paused);
    await database.asOwner(
      `insert into cfs.roll_out_devices (tenant_id, roll_out_device_id, roll_out_id, device_id, stage, position, state)
       values ($1, $2, $3, $4, 1, 0, 1)`,
      [tenantId, rollOutDeviceId, rollOutId, deviceId],
    );
    return {
      tenantId,
      deviceId,
      rollOutId,
      pausedId,
      rollOutDeviceId,
      packageVersionId: fresh.versions['1.0.0'] ?? '',
    };
  },
  examples: [
    ...listExamples('/v1/rollOuts', ({ rollOutId }) => `rollOutId eq ${rollOutId}`),
    ...listExamples('/v1/rollOutDevices', ({ rollOutDeviceId }) => `rollOutDeviceId eq ${rollOutDeviceId}`),
    {
      route: 'GET /v1/rollOuts/:rollOutId',
      place: 'path',
      request: ({ rollOutId }) => ({ url: `/v1/rollOuts/${rollOutId}` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/rollOuts',
      place: 'body',
      request: ({ packageVersionId }) => ({ url: '/v1/rollOuts', body: { packageVersionId } }),
      allowed: 201,
      foreign: 400,
    },
    command('pause'),
    command('resume', 'paused'),
    command('abort'),
  ],
};
