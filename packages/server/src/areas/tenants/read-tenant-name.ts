import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The name of an existing tenant, for a mail or a report. */
export const readTenantName = async (db: ScopedDatabase, tenantId: string): Promise<string> => {
  const { name } = await db
    .selectFrom('tenants')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return name;
};
