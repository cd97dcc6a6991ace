import { removeOldRows } from '../../platform/database/remove-old-rows.ts';
import type { Services } from '../../platform/services.ts';

/** Days for which received mails are listed and recognised as duplicates. */
export const retentionDays = 90;

/** Deletes received mails that are older; their work units and notes stay. */
export const removeOldMails = (services: Pick<Services, 'gate' | 'clock'>): Promise<void> =>
  removeOldRows(services, {
    table: 'received_mails',
    key: 'received_mail_id',
    time: 'created',
    days: retentionDays,
    permission: 'Settings:edit',
  });
