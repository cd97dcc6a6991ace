import { removeOldRows } from '../../../platform/database/remove-old-rows.ts';
import type { Services } from '../../../platform/services.ts';

/** Deletes the previews of all tenants that have expired. */
export const removeExpiredPreviews = (services: Pick<Services, 'gate' | 'clock'>): Promise<void> =>
  removeOldRows(services, {
    table: 'mail_previews',
    key: 'preview_id',
    time: 'expires',
    days: 0,
    permission: 'Settings:view',
  });
