import { randomUUID } from 'node:crypto';
import type { ResultStatusId } from '@cfs/contracts/actions';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { ActionOrder } from './action-order.ts';
import type { QueuedAction } from './queue-actions.ts';

/** What an action was given, as JSON text; an action of a protocol tells which one it is. */
export const inputParametersOf = (queued: Pick<QueuedAction, 'parameters' | 'protocolActionId'>): string =>
  JSON.stringify(
    queued.protocolActionId === null
      ? queued.parameters
      : { ProtocolActionId: queued.protocolActionId, ...queued.parameters },
  );

/** Adds what became of an attempt to the history of its delivery. */
export const addActionHistory = async (
  db: ScopedDatabase,
  context: Context,
  order: Omit<ActionOrder, 'valueOf'>,
  result: { readonly statusId: ResultStatusId; readonly detail: string; readonly correlationId?: string | undefined },
): Promise<void> => {
  await db
    .insertInto('action_histories')
    .values({
      tenant_id: order.tenantId,
      action_history_id: randomUUID(),
      action_definition_id: order.actionDefinitionId,
      action_processed: context.clock.now(),
      result_status_id: result.statusId,
      input_parameters: inputParametersOf(order),
      result_detail: result.detail.slice(0, 4_000).toWellFormed(),
      correlation_id: result.correlationId ?? order.correlationId,
      reference_id: order.referenceId,
      message_id: order.messageId,
      protocol_action_id: order.protocolActionId,
    })
    .execute();
};
