import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';
import { seedDevice } from '../../testing/seed-device.ts';

const report = {
  hardware: { cpuModel: null, cpuCores: 1, memoryMebibytes: 1, manufacturer: null, model: null },
  operatingSystem: { name: 'Linux', version: null, kernel: null, architecture: null, bootTime: null },
  interfaces: [],
  disks: [],
  software: [],
  softwareOmitted: 0,
};

export const inventoryMatrix: AreaMatrix = {
  area: 'inventory',
  async seed(database, tenantId) {
    const { deviceId = '' } = await seedDevice(database, tenantId);
    const [softwareId, changeId] = [randomUUID(), randomUUID()];
    await database.asOwner(
      `insert into cfs.device_inventories (tenant_id, device_id, os_name, interfaces, disks, software_count,
         software_omitted, digest, received, changed)
       values ($1, $2, 'Matrix', '[]', '[]', 1, 0, '', now(), now())`,
      [tenantId, deviceId],
    );
    await database.asOwner(
      `insert into cfs.installed_software (tenant_id, software_id, device_id, name, version, source, since)
       values ($1, $2, $3, 'matrix', '1.0', 1, now())`,
      [tenantId, softwareId, deviceId],
    );
    await database.asOwner(
      `insert into cfs.inventory_changes (tenant_id, change_id, device_id, occurred, section, kind, item, after)
       values ($1, $2, $3, now(), 5, 1, 'matrix', '1.0')`,
      [tenantId, changeId, deviceId],
    );
    return { tenantId, deviceId, softwareId, changeId };
  },
  examples: [
    ...listExamples('/v1/deviceInventories', ({ deviceId }) => `deviceId eq ${deviceId}`),
    ...listExamples('/v1/installedSoftware', ({ softwareId }) => `softwareId eq ${softwareId}`),
    ...listExamples('/v1/inventoryChanges', ({ changeId }) => `changeId eq ${changeId}`),
    {
      route: 'POST /v1/agents/inventory',
      place: 'none',
      request: () => ({ url: '/v1/agents/inventory', body: report }),
      foreign: 'same',
    },
  ],
};
