import { inventoryChangeKinds, inventorySections } from '@cfs/contracts/inventory';
import { defineEntity } from '../../platform/odata/entity.ts';
import { deviceNameSql } from './device-inventory-entity.ts';

/** Changes in the inventories of devices, newest first. */
export const inventoryChangeEntity = defineEntity({
  name: 'InventoryChange',
  description: 'Something that was added, removed or changed between two inventories of a device.',
  set: 'inventoryChanges',
  table: 'inventory_changes',
  key: 'changeId',
  keyColumn: 'change_id',
  permission: 'Devices:view',
  reach: 'visible',
  defaultOrder: [{ property: 'occurred', descending: true }],
  properties: {
    changeId: { type: 'guid', sql: 'change_id', sort: false },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    deviceId: { type: 'guid', sql: 'device_id', sort: false },
    deviceName: { type: 'string', sql: deviceNameSql, nullable: true, sort: false },
    occurred: {
      type: 'dateTimeOffset',
      sql: 'occurred',
      sort: { oneTenant: 'inventory_changes_occurred', allTenants: 'inventory_changes_occurred_all' },
      description: 'When the server received the inventory that differed.',
    },
    section: { type: 'int32', sql: 'section', enumeration: inventorySections, sort: false },
    kind: { type: 'int32', sql: 'kind', enumeration: inventoryChangeKinds, sort: false },
    item: { type: 'string', sql: 'item', sort: false },
    before: { type: 'string', sql: 'before', nullable: true, sort: false },
    after: { type: 'string', sql: 'after', nullable: true, sort: false },
  },
  edges: {},
});
