import type { CustomFieldDefinition } from '@cfs/contracts/tenants';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The tenant's definitions of custom fields by slot: the first entry defines customValue1. Empty for no such tenant. */
export const readCustomFields = async (
  db: ScopedDatabase,
  tenantId: string,
): Promise<readonly (CustomFieldDefinition | null)[]> => {
  const row = await db
    .selectFrom('tenants')
    .select('work_unit_fields')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.work_unit_fields ?? [];
};
