import { inventoryLimits } from '@cfs/contracts/inventory';
import { removeOldRows } from '../../platform/database/remove-old-rows.ts';
import type { Services } from '../../platform/services.ts';

/** Deletes changes of inventories that are older than a year. */
export const removeOldChanges = (services: Pick<Services, 'gate' | 'clock'>): Promise<void> =>
  removeOldRows(services, {
    table: 'inventory_changes',
    key: 'change_id',
    time: 'occurred',
    days: inventoryLimits.changeDays,
    permission: 'Devices:edit',
  });
