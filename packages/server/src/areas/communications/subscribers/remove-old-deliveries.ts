import { removeOldRows } from '../../../platform/database/remove-old-rows.ts';
import type { Services } from '../../../platform/services.ts';

/** Days for which the ledger of mails to subscribers is kept. */
export const deliveryRetentionDays = 90;

/** Deletes older mails from the ledger. */
export const removeOldDeliveries = (services: Pick<Services, 'gate' | 'clock'>): Promise<void> =>
  removeOldRows(services, {
    table: 'subscriber_deliveries',
    key: 'delivery_id',
    time: 'created',
    days: deliveryRetentionDays,
    permission: 'WorkUnitCommunications:edit',
  });
