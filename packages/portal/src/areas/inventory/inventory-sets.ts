/** Sets of the inventory (docs/reference/inventory.md#lists). */
export const deviceInventorySet = '/v1/deviceInventories';
/** What is installed on devices. */
export const installedSoftwareSet = '/v1/installedSoftware';
/** What differed between inventories. */
export const inventoryChangeSet = '/v1/inventoryChanges';

/** Number of rows that a list of the tab has at first. */
export const inventoryPageSize = 50;
