import type { Area } from '../../platform/services.ts';
import { deviceInventoryEntity } from './device-inventory-entity.ts';
import { installedSoftwareEntity } from './installed-software-entity.ts';
import { inventoryChangeEntity } from './inventory-change-entity.ts';
import { inventoryRoutes } from './inventory-routes.ts';
import { removeOldChanges } from './remove-old-changes.ts';

const hourMilliseconds = 3_600_000;

/** The inventories that agents report, and their changes. */
export const inventoryArea: Area = {
  name: 'inventory',
  entities: [deviceInventoryEntity, installedSoftwareEntity, inventoryChangeEntity],
  tables: {
    device_inventories: { exempt: 'telemetry' },
    installed_software: { exempt: 'telemetry' },
    inventory_changes: { exempt: 'telemetry' },
  },
  routes: inventoryRoutes,
  tasks: { 'remove old inventory changes': { pauseMilliseconds: hourMilliseconds, run: removeOldChanges } },
};
