import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';

/** The type of a block of the request's tenant, a value of `blockTypes`; `undefined` if it has none with this id. */
export const findBlockType = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  blockId: string,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('blocks')
    .select('block_type_id')
    .where('tenant_id', '=', context.tenantId)
    .where('block_id', '=', blockId)
    .where(inScope(context, permission, 'blocks.tenant_id'))
    .executeTakeFirst();
  return row?.block_type_id;
};
