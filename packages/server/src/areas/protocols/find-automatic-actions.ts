import { workUnitEventTypes, type WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { OccasionAction } from '../actions/queue-actions.ts';

/** The automatic actions of a protocol for an event of one of the tenant's units, in their order. */
export const findAutomaticActions = async (
  db: ScopedDatabase,
  tenantId: string,
  protocolId: string,
  event: WorkUnitEventType,
): Promise<OccasionAction[]> => {
  const rows = await db
    .selectFrom('protocol_actions')
    .select(['protocol_action_id', 'action_definition_id', 'parameters', 'sequence'])
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where('protocol_id', '=', protocolId)
    .where('event', '=', workUnitEventTypes[event])
    .where('run_automatically', '=', true)
    .orderBy('sequence')
    .orderBy('created')
    .orderBy('protocol_action_id')
    .execute();
  return rows.map((row, index) => ({
    ActionDefinitionId: row.action_definition_id,
    Parameters: JSON.parse(row.parameters) as Record<string, string | null>,
    protocolAction: { id: row.protocol_action_id, sequence: index },
  }));
};
