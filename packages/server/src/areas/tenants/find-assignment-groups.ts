import { assignmentGroupsOf } from '@cfs/contracts/tenants';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The names of the tenant's assignment groups; empty if the tenant does not exist. */
export const findAssignmentGroups = async (db: ScopedDatabase, tenantId: string): Promise<readonly string[]> => {
  const row = await db
    .selectFrom('tenants')
    .select('assignment_groups')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return assignmentGroupsOf(row?.assignment_groups);
};
