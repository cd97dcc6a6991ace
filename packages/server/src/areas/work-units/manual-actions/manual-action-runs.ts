import type { ManualActionStatus } from '@cfs/contracts/manual-actions';
import { nameOf } from '@cfs/contracts/name-of';
import { historyTypes } from '@cfs/contracts/work-unit-enumerations';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';
import { runStatuses } from './manual-action-run-table.ts';

/** A run or rejection since the unit entered its current state, with the names of its JSON form. */
export interface CountedRun {
  readonly protocolActionId: string;
  readonly messageId: string | null;
  readonly created: Date;
  readonly createdBy: string;
  readonly status: ManualActionStatus;
  readonly resultDetail: string | null;
}

/** Reads the runs and rejections since the unit last entered its current state, newest first. */
export const readCountedRuns = async (
  db: ScopedDatabase,
  { tenantId, workUnitId }: WorkUnitKey,
): Promise<CountedRun[]> => {
  const rows = await db
    .selectFrom('manual_action_runs')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .where((run) =>
      run(
        'history_id',
        '>',
        run
          .selectFrom('work_unit_history as change')
          .select(sql<number>`coalesce(max(change.work_unit_history_id), 0)`.as('entered'))
          .where('change.tenant_id', '=', tenantId)
          .where('change.work_unit_id', '=', workUnitId)
          .where(sql<boolean>`change.history_type = ${sql.lit(historyTypes.WorkUnitStateChange)}`),
      ),
    )
    .orderBy('history_id', 'desc')
    .execute();
  return rows.map((row) => ({
    protocolActionId: row.protocol_action_id,
    messageId: row.message_id,
    created: row.created,
    createdBy: row.created_by,
    status: nameOf(runStatuses, row.status),
    resultDetail: row.result_detail,
  }));
};

/** The status of an action with these runs, newest first, and whether it may be run or rejected. */
export const permittedActions = (
  runs: readonly CountedRun[],
  repeatable: boolean,
): { status: ManualActionStatus; canRun: boolean; canReject: boolean } => {
  const status = runs[0]?.status ?? 'waiting';
  const isFresh = status === 'waiting';
  return { status, canRun: isFresh || (repeatable && status !== 'running'), canReject: isFresh };
};
