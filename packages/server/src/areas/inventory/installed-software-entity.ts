import { softwareSources } from '@cfs/contracts/inventory';
import { defineEntity } from '../../platform/odata/entity.ts';
import { deviceNameSql } from './device-inventory-entity.ts';

/** Software of every device that the caller may see. Versions compare by the value of their numbers: 3.0.9 before 3.0.13. */
export const installedSoftwareEntity = defineEntity({
  name: 'InstalledSoftware',
  description: 'A version of a program that is installed on a device.',
  set: 'installedSoftware',
  table: 'installed_software',
  key: 'softwareId',
  keyColumn: 'software_id',
  permission: 'Devices:view',
  reach: 'visible',
  defaultOrder: [{ property: 'name' }],
  properties: {
    softwareId: { type: 'guid', sql: 'software_id', sort: false },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    deviceId: { type: 'guid', sql: 'device_id', sort: false },
    deviceName: { type: 'string', sql: deviceNameSql, nullable: true, sort: false },
    name: {
      type: 'string',
      sql: 'name',
      sort: { oneTenant: 'installed_software_name', allTenants: 'installed_software_name_all' },
    },
    version: {
      type: 'string',
      sql: 'version',
      sort: false,
      description: "`lt` and `gt` compare digits by their value: '3.0.9' lt '3.0.13'.",
    },
    publisher: { type: 'string', sql: 'publisher', nullable: true, sort: false },
    source: { type: 'int32', sql: 'source', enumeration: softwareSources, sort: false },
    since: { type: 'dateTimeOffset', sql: 'since', sort: false, description: 'When it was first reported.' },
  },
  edges: {},
});
