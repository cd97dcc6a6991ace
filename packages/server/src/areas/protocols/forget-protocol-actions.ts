import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';
import './protocol-action-table.ts';

/** Takes an action that is being deleted out of the protocols that run it, in the caller's transaction. */
export const forgetProtocolActions = async (
  { audit }: Pick<Services, 'audit'>,
  db: ScopedDatabase,
  context: Context,
  actionDefinitionId: string,
): Promise<void> => {
  const gone = await db
    .deleteFrom('protocol_actions')
    .where('action_definition_id', '=', actionDefinitionId)
    .where(inScope(context, { permission: 'ActionDefinitions:delete', shared: true }, 'protocol_actions.tenant_id'))
    .returningAll()
    .execute();
  for (const before of gone)
    await audit.record(db, context, {
      entity: 'ProtocolAction',
      id: before.protocol_action_id,
      tenantId: before.tenant_id,
      before,
    });
};
