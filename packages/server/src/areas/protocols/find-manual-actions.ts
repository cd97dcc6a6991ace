import { workUnitEventTypes, type WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The manual actions of a protocol for an event, in their order, with their definitions. */
export const findManualActions = (db: ScopedDatabase, tenantId: string, protocolId: string, event: WorkUnitEventType) =>
  db
    .selectFrom('protocol_actions as action')
    .innerJoin('action_definitions as definition', (join) =>
      join
        .onRef('definition.action_definition_id', '=', 'action.action_definition_id')
        .on('definition.tenant_id', 'in', [tenantId, systemTenantId]),
    )
    .select([
      'action.protocol_action_id',
      'action.protocol_id',
      'action.event',
      'action.sequence',
      'action.summary',
      'action.repeatable',
      'action.parameters',
      'definition.action_definition_id',
      'definition.name',
      'definition.description',
      'definition.input_parameters',
    ])
    .where('action.tenant_id', 'in', [tenantId, systemTenantId])
    .where('action.protocol_id', '=', protocolId)
    .where('action.event', '=', workUnitEventTypes[event])
    .where('action.run_automatically', '=', false)
    .orderBy('action.sequence')
    .orderBy('action.created')
    .orderBy('action.protocol_action_id')
    .execute();

/** Whether a protocol has the manual action, for any event. */
export const isManualAction = async (
  db: ScopedDatabase,
  protocolId: string,
  protocolActionId: string,
): Promise<boolean> => {
  const found = await db
    .selectFrom('protocol_actions')
    .select('protocol_action_id')
    .where('protocol_id', '=', protocolId)
    .where('protocol_action_id', '=', protocolActionId)
    .where('run_automatically', '=', false)
    .executeTakeFirst();
  return found !== undefined;
};
