import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { RollOutRow } from './roll-out-tables.ts';

/**
 * Returns a roll-out, and locks it if requested.
 *
 * @throws 404 outside the caller's scope.
 */
export const findRollOut = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  rollOutId: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<RollOutRow> => {
  const row = await db
    .selectFrom('roll_outs')
    .selectAll()
    .where('roll_out_id', '=', rollOutId)
    .where(inScope(context, permission, 'roll_outs.tenant_id'))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound('Roll-out');
  return row;
};
