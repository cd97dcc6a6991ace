import { defineEntity } from '../../platform/odata/entity.ts';

/** SQL for the name of a row's device, for lists of several devices. */
export const deviceNameSql = (alias: string): string =>
  `(select named.device_name from device_inventories named ` +
  `where named.tenant_id = ${alias}.tenant_id and named.device_id = ${alias}.device_id)`;

/** The inventories that the agents of devices reported last, without the software. */
export const deviceInventoryEntity = defineEntity({
  name: 'Inventory',
  description: 'Hardware, operating system, network interfaces and disks of a device, as last reported by its agent.',
  set: 'deviceInventories',
  table: 'device_inventories',
  key: 'deviceId',
  keyColumn: 'device_id',
  permission: 'Devices:view',
  reach: 'visible',
  properties: {
    deviceId: { type: 'guid', sql: 'device_id', sort: true },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    deviceName: { type: 'string', sql: 'device_name', sort: false },
    cpuModel: { type: 'string', sql: 'cpu_model', nullable: true, sort: false },
    cpuCores: { type: 'int32', sql: 'cpu_cores', nullable: true, sort: false, description: 'Logical processors.' },
    memoryMebibytes: { type: 'int32', sql: 'memory_mebibytes', nullable: true, sort: false },
    manufacturer: { type: 'string', sql: 'manufacturer', nullable: true, sort: false },
    model: { type: 'string', sql: 'model', nullable: true, sort: false },
    osName: { type: 'string', sql: 'os_name', nullable: true, sort: false },
    osVersion: { type: 'string', sql: 'os_version', nullable: true, sort: false },
    kernel: { type: 'string', sql: 'kernel', nullable: true, sort: false },
    architecture: { type: 'string', sql: 'architecture', nullable: true, sort: false },
    bootTime: { type: 'dateTimeOffset', sql: 'boot_time', nullable: true, sort: false },
    interfaces: { type: 'json', sql: 'interfaces', filter: false, sort: false },
    disks: { type: 'json', sql: 'disks', filter: false, sort: false },
    softwareCount: { type: 'int32', sql: 'software_count', sort: false },
    softwareOmitted: {
      type: 'int32',
      sql: 'software_omitted',
      sort: false,
      description: 'Programs beyond the limit of a report, which are not listed.',
    },
    received: { type: 'dateTimeOffset', sql: 'received', sort: false },
    changed: {
      type: 'dateTimeOffset',
      sql: 'changed',
      sort: false,
      description: 'When the inventory last changed.',
    },
  },
  edges: {},
});
