import type { CustomFieldDefinition } from '@cfs/contracts/tenants';
import type { Expression } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Definitions of a tenant's custom fields by slot: the first entry defines customValue1. */
export type CustomFields = readonly (CustomFieldDefinition | null)[];

/** Reads the definitions of a tenant, given by its id or a subquery; empty if the tenant does not exist. */
export const readCustomFields = async (
  db: ScopedDatabase,
  tenantId: string | Expression<string>,
): Promise<CustomFields> => {
  const row = await db
    .selectFrom('tenants')
    .select('work_unit_fields')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.work_unit_fields ?? [];
};
