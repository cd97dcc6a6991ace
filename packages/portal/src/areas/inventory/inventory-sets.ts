/** The entity set of the inventories of devices (docs/reference/inventory.md#lists). */
export const deviceInventorySet = '/v1/deviceInventories';
/** The entity set of the software that is installed on devices. */
export const installedSoftwareSet = '/v1/installedSoftware';
/** The entity set of the differences between successive inventories. */
export const inventoryChangeSet = '/v1/inventoryChanges';

/** The initial number of rows in a list of the tab. */
export const inventoryPageSize = 50;
