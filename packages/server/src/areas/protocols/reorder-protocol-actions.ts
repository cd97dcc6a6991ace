import type { ProtocolActionOrder } from '@cfs/contracts/protocols';
import { workUnitEventTypes } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { lockProtocol } from './lock-protocol.ts';

const permission = 'WorkUnits.Protocols:edit';
const movedOn =
  'Somebody has changed the actions of this event in the meantime. Check their order, then move the action again.';

/**
 * Renumbers the actions of an event in one transaction, with an audit record for each action whose number changes.
 *
 * @throws 409 if the stored order is not the expected one: actions were moved, added or deleted.
 */
export const reorderProtocolActions = (
  services: Pick<Services, 'gate'>,
  context: Context,
  protocolId: string,
  { workUnitEventTypeId, expected, protocolActionIds }: ProtocolActionOrder,
): Promise<void> =>
  services.gate.write(context, { permission, shared: true }, async (db, change) => {
    const { tenant_id: tenantId } = await lockProtocol(db, context, permission, protocolId);
    const rows = await db
      .selectFrom('protocol_actions')
      .select(['protocol_action_id as id', 'sequence', 'modified'])
      .where('tenant_id', '=', tenantId)
      .where('protocol_id', '=', protocolId)
      .where('event', '=', workUnitEventTypes[workUnitEventTypeId])
      .orderBy('sequence')
      .orderBy('created')
      .orderBy('protocol_action_id')
      .forUpdate()
      .execute();
    if (rows.map(({ id }) => id).join() !== expected.join()) throw conflict(movedOn);
    for (const { id, sequence: before, modified } of rows) {
      const sequence = protocolActionIds.indexOf(id);
      if (sequence === before) continue;
      await db
        .updateTable('protocol_actions')
        .set({ sequence, ...change.modified({ modified }) })
        .where('tenant_id', '=', tenantId)
        .where('protocol_action_id', '=', id)
        .execute();
      await change.record({
        entity: 'ProtocolAction',
        id,
        tenantId,
        before: { sequence: before },
        after: { sequence },
      });
    }
  });
