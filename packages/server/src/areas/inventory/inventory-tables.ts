import type { Generated } from 'kysely';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { deviceInventoryEntity } from './device-inventory-entity.ts';
import type { installedSoftwareEntity } from './installed-software-entity.ts';
import type { inventoryChangeEntity } from './inventory-change-entity.ts';

/** A row of cfs.device_inventories. */
export type DeviceInventoryTable = Omit<EntityRow<typeof deviceInventoryEntity>, 'device_name'> & {
  /** Set by triggers. */
  device_name: Generated<string>;
  /** SHA-256 of the facts, hexadecimal. */
  digest: string;
};

/** A row of cfs.installed_software. */
export type InstalledSoftwareTable = EntityRow<typeof installedSoftwareEntity>;

/** A row of cfs.inventory_changes. */
export type InventoryChangeTable = EntityRow<typeof inventoryChangeEntity>;
