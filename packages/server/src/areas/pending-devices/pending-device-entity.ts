import { defineEntity } from '../../platform/odata/entity.ts';

/** Machines of the request's tenant that wait to be promoted. */
export const pendingDeviceEntity = defineEntity({
  name: 'PendingDevice',
  description: 'A machine that waits to be promoted to a device.',
  set: 'pendingdevices',
  table: 'pending_devices',
  key: 'pendingDeviceId',
  keyColumn: 'pending_device_id',
  permission: 'PendingDevices:view',
  reach: 'context',
  defaultOrder: [{ property: 'machineName' }],
  properties: {
    pendingDeviceId: { type: 'guid', sql: 'pending_device_id' },
    machineName: { type: 'string', sql: 'machine_name', sort: true, search: true },
    operatingSystem: { type: 'string', sql: 'operating_system', sort: true, search: true },
    architecture: { type: 'string', sql: 'architecture', sort: true, search: true },
    ipAddress: { type: 'string', sql: 'ip_address', nullable: true, sort: true, search: true },
    agentVersion: { type: 'string', sql: 'agent_version', nullable: true, sort: true },
    keyFingerprint: { type: 'string', sql: 'key_fingerprint', sort: false },
    created: { type: 'dateTimeOffset', sql: 'created', sort: true },
    lastPing: { type: 'dateTimeOffset', sql: 'last_ping', sort: true },
  },
  edges: {},
});
