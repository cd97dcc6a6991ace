import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';
import { seedBlock } from '../blocks/blocks-matrix.ts';

export const devicesMatrix: AreaMatrix = {
  area: 'devices',
  async seed(database, tenantId) {
    const { subscriptionId, blockId: deviceId } = await seedBlock(database, tenantId, 8);
    const locationId = randomUUID();
    await database.asOwner(
      `insert into cfs.locations (tenant_id, location_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Seeded by the matrix', now(), 'matrix', now(), 'matrix')`,
      [tenantId, locationId],
    );
    await database.asOwner(
      `insert into cfs.devices (tenant_id, device_id, subscription_id, name, device_type_id, location_id,
         operating_system_id, device_logging_level_id, heartbeat_interval, enabled, created, created_by, modified,
         modified_by)
       values ($1, $2, $3, 'Seeded by the matrix', 0, $4, 4, 0, 60, true, now(), 'matrix', now(), 'matrix')`,
      [tenantId, deviceId, subscriptionId, locationId],
    );
    return { tenantId, deviceId, locationId };
  },
  examples: [
    ...listExamples('/v1/devices', ({ deviceId }) => `deviceId eq ${deviceId}`),
    {
      route: 'GET /v1/devices',
      place: 'expand',
      request: ({ locationId }) => ({
        url: `/v1/devices?$filter=location/locationId eq ${locationId}&$expand=location`,
      }),
      foreign: 'empty',
    },
    {
      route: 'POST /v1/devices/:deviceId',
      place: 'path',
      request: ({ deviceId }) => ({ url: `/v1/devices/${deviceId}`, body: { name: 'From the matrix' } }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/devices/:deviceId',
      place: 'path',
      request: ({ deviceId }) => ({ url: `/v1/devices/${deviceId}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'POST /v1/devices/:deviceId/restartagent',
      place: 'path',
      request: ({ deviceId }) => ({ url: `/v1/devices/${deviceId}/restartagent` }),
      foreign: 404,
    },
    {
      route: 'POST /v1/devices/:deviceId/toggleTrace/:minutes',
      place: 'path',
      request: ({ deviceId }) => ({ url: `/v1/devices/${deviceId}/toggleTrace/10` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/devices/:deviceId/logs',
      place: 'path',
      request: ({ deviceId }) => ({ url: `/v1/devices/${deviceId}/logs` }),
      foreign: 404,
    },
  ],
};
