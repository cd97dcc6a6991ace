import { removeOldRows } from '../../platform/database/remove-old-rows.ts';
import type { Services } from '../../platform/services.ts';

/** Retention period of kept mails, in days. */
export const retentionDays = 90;

/** Deletes kept mails that are older than the retention period. */
export const removeOldMessages = (services: Pick<Services, 'gate' | 'clock'>): Promise<void> =>
  removeOldRows(services, {
    table: 'outbox_messages',
    key: 'message_id',
    time: 'created',
    days: retentionDays,
    permission: 'Settings:edit',
  });
