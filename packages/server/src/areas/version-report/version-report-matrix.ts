import { seedDevice } from '../../testing/seed-device.ts';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';
import { seedInstallation } from './testing/seed-installation.ts';

export const versionReportMatrix: AreaMatrix = {
  area: 'version-report',
  async seed(database, tenantId) {
    const { deviceId = '' } = await seedDevice(database, tenantId);
    const { packageId, versions } = await seedPackage(database, tenantId, { '1.0.0': 'Latest' });
    await seedInstallation(database, { tenantId, deviceId, packageId, versionId: versions['1.0.0'] ?? '' });
    return { tenantId, deviceId, packageId };
  },
  examples: [
    ...listExamples('/v1/compliancereport', ({ deviceId }) => `deviceId eq ${deviceId}`),
    {
      route: 'POST /v1/compliancereport/Export',
      place: 'body',
      request: ({ deviceId }) => ({
        url: '/v1/compliancereport/Export()',
        body: { $filter: `deviceId eq ${deviceId}` },
      }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/compliancereport',
      place: 'expand',
      request: ({ tenantId }) => ({
        url: `/v1/compliancereport?$filter=tenant/tenantId eq ${tenantId}&$expand=tenant`,
      }),
      foreign: 'empty',
    },
  ],
};
