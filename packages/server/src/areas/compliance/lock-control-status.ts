import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { ControlStatusRow } from './control-status-entity.ts';

/**
 * Selects the status for update.
 *
 * @throws 404 if it does not exist or the caller may not edit it.
 */
export const lockControlStatus = async (
  db: ScopedDatabase,
  context: Context,
  controlStatusId: string,
): Promise<ControlStatusRow> => {
  const row = await db
    .selectFrom('control_statuses')
    .selectAll()
    .where('control_status_id', '=', controlStatusId)
    .where(inScope(context, 'Compliance:edit', 'control_statuses.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('ControlStatus');
  return row;
};
