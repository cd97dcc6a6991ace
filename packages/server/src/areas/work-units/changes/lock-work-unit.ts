import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { notFound } from '../../../platform/problems.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';

/** Reads the unit and locks it until the transaction ends; throws 404 if the caller has no unit with the permission. */
export const lockWorkUnit = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission | readonly Permission[],
  workUnitId: number,
): Promise<WorkUnitRow> => {
  const row = await db
    .selectFrom('work_units')
    .selectAll()
    .where('work_unit_id', '=', workUnitId)
    .where(inScope(context, permission, 'work_units.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('WorkUnit');
  return row;
};
