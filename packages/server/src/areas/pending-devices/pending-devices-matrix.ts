import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';
import { seedSubscription } from '../../testing/seed-device.ts';

export const pendingDevicesMatrix: AreaMatrix = {
  area: 'pending-devices',
  async seed(database, tenantId) {
    const pendingDeviceId = randomUUID();
    await seedSubscription(database, tenantId);
    await database.asOwner(
      `insert into cfs.pending_devices (tenant_id, pending_device_id, machine_name, operating_system, operating_system_id,
         architecture, key_fingerprint, created, last_ping)
       values ($1, $2::uuid, 'Matrix', 'Linux', 4, 'x64', $2::uuid::text, now(), now())`,
      [tenantId, pendingDeviceId],
    );
    await database.asOwner(
      `insert into cfs.agent_credentials (tenant_id, agent_id, public_key, key_fingerprint, status, created)
       values ($1, $2::uuid, '\\x00', $2::uuid::text, 'pending', now())`,
      [tenantId, pendingDeviceId],
    );
    return { tenantId, pendingDeviceId };
  },
  examples: [
    ...listExamples('/v1/pendingdevices', ({ pendingDeviceId }) => `pendingDeviceId eq ${pendingDeviceId}`),
    {
      route: 'POST /v1/pendingdevices/batchpromote',
      place: 'body',
      request: ({ pendingDeviceId }) => ({ url: '/v1/pendingdevices/batchpromote', body: [pendingDeviceId] }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/pendingdevices/batchdelete',
      place: 'body',
      request: ({ pendingDeviceId }) => ({ url: '/v1/pendingdevices/batchdelete', body: [pendingDeviceId] }),
      allowed: 204,
      foreign: 404,
    },
  ],
};
