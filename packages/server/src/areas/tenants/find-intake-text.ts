import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The tenant's intake form as the JSON text that was stored; `undefined` when it has none. */
export const findIntakeText = async (db: ScopedDatabase, tenantId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('tenants')
    .select('intake_wizard_form_data')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.intake_wizard_form_data ?? undefined;
};
