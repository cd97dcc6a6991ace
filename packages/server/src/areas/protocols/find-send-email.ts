import { builtInActions } from '@cfs/contracts/action-enumerations';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { invalid, notFound } from '../../platform/problems.ts';

/**
 * Returns a Send Email action of a protocol.
 *
 * @throws 404 if the protocol has no such action, 400 if it does not send mail.
 */
export const findSendEmail = async (db: ScopedDatabase, tenantId: string, protocolId: string | null, id: string) => {
  const action = await db
    .selectFrom('protocol_actions as action')
    .innerJoin('action_definitions as definition', (join) =>
      join
        .onRef('definition.action_definition_id', '=', 'action.action_definition_id')
        .on('definition.tenant_id', 'in', [tenantId, systemTenantId]),
    )
    .select(['action.event', 'action.parameters', 'definition.action_definition_id', 'definition.input_parameters'])
    .where('action.tenant_id', 'in', [tenantId, systemTenantId])
    .where('action.protocol_id', '=', protocolId)
    .where('action.protocol_action_id', '=', id)
    .executeTakeFirst();
  if (!action) throw notFound('Protocol Action');
  if (action.action_definition_id !== builtInActions.sendEmail)
    throw invalid({ ProtocolActionId: ['The action sends no mail.'] });
  return action;
};
