import { deviceLoggingLevels, deviceTypes, operatingSystems, silentAfterSql } from '@cfs/contracts/device-enumerations';
import { defineEntity } from '../../platform/odata/entity.ts';
import { deviceInventoryEntity } from '../inventory/device-inventory-entity.ts';
import { locationEntity } from '../locations/location-entity.ts';
import { packetEntity, packetReaders } from '../packets/packet-entity.ts';

const byName = { oneTenant: 'devices_name', allTenants: 'devices_name_all' } as const;

/** Devices of the request's tenant and subscription. */
export const deviceEntity = defineEntity({
  name: 'Device',
  description: 'A machine with an agent.',
  set: 'devices',
  table: 'devices',
  key: 'deviceId',
  keyColumn: 'device_id',
  permission: 'Devices:view',
  reach: 'context',
  subscriptionColumn: 'subscription_id',
  defaultOrder: [{ property: 'name' }],
  properties: {
    deviceId: { type: 'guid', sql: 'device_id', sort: true },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    subscriptionId: { type: 'guid', sql: 'subscription_id', sort: false },
    name: { type: 'string', sql: 'name', sort: byName, search: true },
    description: { type: 'string', sql: 'description', nullable: true, sort: false },
    tags: { type: 'string', sql: 'tags', nullable: true, sort: false },
    deviceTypeId: { type: 'int32', sql: 'device_type_id', enumeration: deviceTypes, sort: true },
    locationId: { type: 'guid', sql: 'location_id', nullable: true, sort: false },
    operatingSystemId: { type: 'int32', sql: 'operating_system_id', names: operatingSystems, sort: true },
    deviceLoggingLevelId: { type: 'int32', sql: 'device_logging_level_id', enumeration: deviceLoggingLevels },
    heartbeatInterval: { type: 'int32', sql: 'heartbeat_interval', sort: true },
    enabled: { type: 'boolean', sql: 'enabled', sort: true },
    isSilent: {
      type: 'boolean',
      sql: (alias, now) =>
        `(${alias}.enabled and ${alias}.heartbeat_interval > 0 and ` +
        `coalesce((select latest."timestamp" from packets_latest latest where latest.tenant_id = ${alias}.tenant_id ` +
        `and latest.entity_id = ${alias}.device_id), ${alias}.created) ` +
        `< ${now()}::timestamptz - make_interval(secs => ${silentAfterSql(`${alias}.heartbeat_interval`)}))`,
      sort: false,
      description: 'Whether a device that should send heartbeats has stopped.',
    },
    restartAgentFlag: { type: 'boolean', sql: 'restart_agent_flag' },
    traceMinutes: { type: 'int32', sql: 'trace_minutes' },
    traceExpiration: { type: 'dateTimeOffset', sql: 'trace_expiration', nullable: true },
    isDeleted: { type: 'boolean', sql: 'is_deleted' },
    cloneDetected: { type: 'dateTimeOffset', sql: 'clone_detected', nullable: true, sort: false },
    created: { type: 'dateTimeOffset', sql: 'created', sort: true },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: true },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  edges: {
    location: {
      entity: () => locationEntity,
      kind: 'one',
      on: [{ local: 'location_id', foreign: 'location_id' }],
      permission: ['Locations:view', 'Devices:view'],
      exposes: ['locationId', 'name'],
    },
    inventory: {
      entity: () => deviceInventoryEntity,
      kind: 'one',
      on: [{ local: 'device_id', foreign: 'device_id' }],
      permission: 'Devices:view',
      exposes: [
        'deviceId',
        'cpuModel',
        'cpuCores',
        'memoryMebibytes',
        'manufacturer',
        'model',
        'osName',
        'osVersion',
        'kernel',
        'architecture',
        'bootTime',
        'softwareCount',
        'received',
        'changed',
      ],
    },
    latestPacket: {
      entity: () => packetEntity,
      kind: 'one',
      on: [{ local: 'device_id', foreign: 'entity_id' }],
      permission: packetReaders,
      exposes: ['entityId', 'timestamp', 'cpuPercent', 'memoryPercent'],
    },
  },
});
