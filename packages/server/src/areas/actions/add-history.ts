import { randomUUID } from 'node:crypto';
import type { RecordedRequest } from '@cfs/contracts/action-histories';
import { resultStatuses, type ResultStatusId } from '@cfs/contracts/action-enumerations';
import type { Selectable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { batched } from '../../platform/database/batched-calls.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { recordSet } from '../../platform/database/record-set.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { HistoryOrder } from './action-order.ts';
import type { QueuedAction } from './queue-actions.ts';

/** Returns the parameters of an action as JSON text; for an action of a protocol they include its id. */
export const inputParametersOf = (queued: Pick<QueuedAction, 'parameters' | 'protocolActionId'>): string =>
  JSON.stringify(
    queued.protocolActionId === null
      ? queued.parameters
      : { ProtocolActionId: queued.protocolActionId, ...queued.parameters },
  );

/** An entry of the history: the result of one attempt, or that the delivery was queued. */
export interface HistoryEntry {
  readonly statusId: ResultStatusId;
  readonly detail: string;
  readonly correlationId?: string | undefined;
  /** Counts from 1; 0, the default, records that the delivery was queued. */
  readonly attempt?: number;
  readonly request?: RecordedRequest | undefined;
  readonly responseStatus?: number | undefined;
  readonly durationMilliseconds?: number;
  readonly nextAttempt?: Date | undefined;
}

const detailCharacters = 4_000;

/** Replaces lone surrogates and control characters by U+FFFD, so that PostgreSQL can store any response of a server. */
export const readable = (text: string): string =>
  text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd');

type HistoryRow = Selectable<Database['action_histories']>;

const columnTypes: Readonly<Record<keyof HistoryRow, string>> = {
  tenant_id: 'uuid',
  action_history_id: 'uuid',
  action_definition_id: 'uuid',
  action_processed: 'timestamptz',
  result_status_id: 'smallint',
  input_parameters: 'text',
  result_detail: 'text',
  correlation_id: 'uuid',
  reference_id: 'uuid',
  message_id: 'uuid',
  protocol_action_id: 'uuid',
  attempt: 'integer',
  request: 'text',
  response_status: 'integer',
  duration_milliseconds: 'integer',
  next_attempt: 'timestamptz',
};
const columnNames = Object.keys(columnTypes) as (keyof HistoryRow)[];

/** Inserts all entries of one turn of the event loop by one statement. */
const insertHistory = batched(
  async (db: ScopedDatabase, rows: readonly HistoryRow[]): Promise<readonly undefined[]> => {
    await db
      .insertInto('action_histories')
      .columns(columnNames)
      .expression((from) =>
        from
          .selectFrom(recordSet('made', columnTypes, rows))
          .select(columnNames.map((name) => `made.${name}` as const))
          .orderBy('made.ordinal'),
      )
      .execute();
    return rows.map(() => undefined);
  },
);

/** Adds an entry to the history of a delivery. */
export const addActionHistory = async (
  db: ScopedDatabase,
  context: Context,
  order: HistoryOrder,
  entry: HistoryEntry,
): Promise<void> => {
  await insertHistory(db, {
    tenant_id: order.tenantId,
    action_history_id: randomUUID(),
    action_definition_id: order.actionDefinitionId,
    action_processed: context.clock.now(),
    result_status_id: entry.statusId,
    input_parameters: inputParametersOf(order),
    result_detail: readable(entry.detail.slice(0, detailCharacters)),
    correlation_id: entry.correlationId ?? order.correlationId,
    reference_id: order.referenceId,
    message_id: order.messageId,
    protocol_action_id: order.protocolActionId,
    attempt: entry.attempt ?? 0,
    request: entry.request === undefined ? null : readable(JSON.stringify(entry.request)),
    response_status: entry.responseStatus ?? null,
    duration_milliseconds: entry.durationMilliseconds ?? null,
    next_attempt: entry.nextAttempt ?? null,
  });
};

const interrupted =
  'The attempt ended before its result was recorded. It may have taken effect; it is repeated with the same idempotency key.';

/** Records the attempts before this one that left no entry, because their worker was stopped or lost its lease. */
export const addInterruptedAttempts = async (
  db: ScopedDatabase,
  context: Context,
  order: HistoryOrder,
  attempt: number,
): Promise<void> => {
  if (attempt === 1) return;
  const recorded = await db
    .selectFrom('action_histories')
    .select('attempt')
    .where('tenant_id', '=', order.tenantId)
    .where('message_id', '=', order.messageId)
    .execute();
  const known = new Set(recorded.map((row) => row.attempt));
  for (let before = 1; before < attempt; before += 1) {
    if (known.has(before)) continue;
    await addActionHistory(db, context, order, {
      statusId: resultStatuses.Unknown,
      detail: interrupted,
      attempt: before,
    });
  }
};
