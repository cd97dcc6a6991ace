import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';

/** Deletes the protocol actions of an action definition that is being deleted, in the caller's transaction. */
export const deleteProtocolActions = async (
  db: ScopedDatabase,
  change: Change,
  actionDefinitionId: string,
): Promise<void> => {
  const gone = await db
    .deleteFrom('protocol_actions')
    .where('action_definition_id', '=', actionDefinitionId)
    .where(
      inScope(change.context, { permission: 'ActionDefinitions:delete', shared: true }, 'protocol_actions.tenant_id'),
    )
    .returningAll()
    .execute();
  for (const before of gone)
    await change.record({
      entity: 'ProtocolAction',
      id: before.protocol_action_id,
      tenantId: before.tenant_id,
      before,
    });
};
