import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { NamedRow } from '../../platform/tenant-configuration/names.ts';

/** The subscriptions of a tenant. */
export const readSubscriptionNames = async (db: ScopedDatabase, tenantId: string): Promise<NamedRow[]> => {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['subscription_id', 'name'])
    .where('tenant_id', '=', tenantId)
    .execute();
  return rows.map(({ subscription_id: id, name }) => ({ id, name, isShared: false }));
};
