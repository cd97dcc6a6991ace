import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix, MatrixExample } from '../../testing/matrix-example.ts';
import { seedDevice } from '../../testing/seed-device.ts';

const change = (path: string): MatrixExample => ({
  route: `POST /v1/devices/:deviceId${path.replace('10', ':minutes')}`,
  place: 'path',
  request: ({ deviceId }) => ({
    url: `/v1/devices/${deviceId}${path}`,
    ...(path === '' && { body: { name: 'From the matrix' } }),
  }),
  foreign: 404,
});

export const devicesMatrix: AreaMatrix = {
  area: 'devices',
  seed: seedDevice,
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
    change(''),
    change('/restartagent'),
    change('/toggleTrace/10'),
    {
      route: 'DELETE /v1/devices/:deviceId',
      place: 'path',
      request: ({ deviceId }) => ({ url: `/v1/devices/${deviceId}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'GET /v1/devices/:deviceId/logs',
      place: 'path',
      request: ({ deviceId }) => ({ url: `/v1/devices/${deviceId}/logs` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/devices/readings',
      place: 'parameter',
      request: ({ deviceId }) => ({ url: `/v1/devices/readings?deviceIds=${deviceId}` }),
      foreign: 'empty',
    },
  ],
};
