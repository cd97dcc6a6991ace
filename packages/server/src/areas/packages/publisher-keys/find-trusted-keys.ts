import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/** The raw Ed25519 keys that may sign bundles of a tenant, or of the System tenant. */
export const findTrustedKeys = async (db: ScopedDatabase, tenantId: string): Promise<Buffer[]> => {
  const rows = await db
    .selectFrom('publisher_keys')
    .select('public_key')
    .where('tenant_id', '=', tenantId)
    .orderBy('created')
    .orderBy('publisher_key_id')
    .execute();
  return rows.map(({ public_key }) => public_key);
};
