import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase, ScopeRequest } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';

/** Resolves with the number of units within the scope that follow a protocol. */
export const countUnitsOfProtocol = async (
  db: ScopedDatabase,
  context: Context,
  scope: ScopeRequest,
  protocolId: string,
): Promise<number> => {
  const { units } = await db
    .selectFrom('work_units')
    .select((row) => row.fn.countAll<number>().as('units'))
    .where('protocol_id', '=', protocolId)
    .where(inScope(context, scope, 'work_units.tenant_id'))
    .executeTakeFirstOrThrow();
  return Number(units);
};
