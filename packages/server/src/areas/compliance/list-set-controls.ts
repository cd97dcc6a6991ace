import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';

/**
 * The controls of a set, in the order of the checklist, without the retired ones. Callers read the statuses by these
 * ids in a separate statement: a join looks them up in the index of the week once for each control.
 */
export const listSetControls = (
  db: ScopedDatabase,
  context: Context,
  controlSetId: string,
): Promise<{ id: string; name: string; title: string }[]> =>
  db
    .selectFrom('controls')
    .select(['control_id as id', 'name', 'title'])
    .where('control_set_id', '=', controlSetId)
    .where('is_retired', '=', false)
    .where(inScope(context, { permission: 'Compliance:view', shared: true }, 'controls.tenant_id'))
    .orderBy('position')
    .orderBy('control_id')
    .execute();
