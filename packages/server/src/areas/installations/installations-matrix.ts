import type { AreaMatrix } from '../../testing/matrix-example.ts';
import { seedDevice } from '../../testing/seed-device.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';

export const installationsMatrix: AreaMatrix = {
  area: 'installations',
  async seed(database, tenantId) {
    const { deviceId = '' } = await seedDevice(database, tenantId);
    const { packageId, versions } = await seedPackage(database, tenantId, { '1.0.0': 'Latest' });
    return { tenantId, deviceId, packageId, packageVersionId: versions['1.0.0'] ?? '' };
  },
  examples: [
    {
      route: 'GET /v1/devices/GetPackageInstallsWithVersions',
      place: 'parameter',
      request: (ids) => ({ url: `/v1/devices/GetPackageInstallsWithVersions(deviceId=${ids['deviceId']})` }),
      foreign: 404,
    },
    {
      route: 'POST /v1/deviceInstallations/:deviceId/packages',
      place: 'path',
      request: (ids) => ({
        url: `/v1/deviceInstallations/${ids['deviceId']}/packages`,
        body: [{ packageId: ids['packageId'], packageVersionId: ids['packageVersionId'] }],
      }),
      foreign: 404,
    },
    {
      route: 'POST /v1/agents/installations',
      place: 'none',
      request: () => ({ url: '/v1/agents/installations', body: [] }),
      foreign: 'same',
    },
  ],
};
