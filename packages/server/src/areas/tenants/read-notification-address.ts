import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The tenant's internal notification address; empty if it has none. */
export const readNotificationAddress = async (db: ScopedDatabase, tenantId: string): Promise<string> => {
  const tenant = await db
    .selectFrom('tenants')
    .select('internal_notification_email_address as address')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return tenant?.address?.trim() ?? '';
};
