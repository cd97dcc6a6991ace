import type { HistoryType } from '@cfs/contracts/work-unit-enumerations';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Step, RecordingHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import type { ActionResult, HistoryOrder } from '../../actions/action-order.ts';
import { recordAbandonedAttempt, type ExecuteAction } from '../../actions/execute-action.ts';
import type { QueuedAction } from '../../actions/queue-actions.ts';
import { addSystemHistory } from '../history/add-system-history.ts';
import { readDescribedUnit } from '../read-described-unit.ts';
import { readActionLabel } from '../../protocols/read-action-label.ts';
import type { WorkUnitEvent } from '../changes/work-unit-event.ts';
import { describeWorkUnit } from '../mails/describe-work-unit.ts';
import { runStatuses } from '../manual-actions/manual-action-run-table.ts';

type Input = WorkUnitEvent & QueuedAction;

/** Records the final result of the action in the unit's history and, for a manual action, in its run. */
const tell = async (
  db: ScopedDatabase,
  change: Change,
  step: Step,
  input: Input,
  result: ActionResult,
): Promise<void> => {
  const isDone = result.kind === 'done';
  const historyType: HistoryType = isDone ? 'ProtocolActionActivity' : 'ProtocolActionFailure';
  const detail = `${await readActionLabel(db, input)}: ${result.detail}`;
  await addSystemHistory(db, step.context, { tenantId: step.tenantId, workUnitId: input.workUnitId }, [
    { historyType, detail },
  ]);
  const after = {
    status: isDone ? runStatuses.succeeded : runStatuses.failed,
    result_detail: result.detail.slice(0, 4_000),
  };
  const run = await db
    .updateTable('manual_action_runs')
    .set(after)
    .where('tenant_id', '=', step.tenantId)
    .where('work_unit_id', '=', input.workUnitId)
    .where('message_id', '=', input.messageId)
    .returning('run_id')
    .executeTakeFirst();
  if (run)
    await change.as(step.context).record({
      entity: 'ManualActionRun',
      id: run.run_id,
      tenantId: step.tenantId,
      before: { status: runStatuses.running, result_detail: null },
      after,
    });
};

const historyOrderOf = ({ tenantId }: Step, input: Input): HistoryOrder => ({
  ...input,
  tenantId,
  correlationId: input.internalWorkUnitId,
});

/** Runs an action of a protocol, automatic or manual; placeholders are filled from the unit's current state. */
export const runProtocolAction = (executeAction: ExecuteAction): RecordingHandler<Services> => ({
  async run(step, services) {
    const input = step.input as Input;
    const { tenantId, context, idempotencyKey } = step;
    const described = await services.gate.read(context, 'WorkUnits:view', (db) =>
      readDescribedUnit(services.configuration, db, { tenantId, workUnitId: input.workUnitId }),
    );
    if (!described) return { kind: 'failed', reason: 'The work unit no longer exists.' };
    const order = {
      ...historyOrderOf(step, input),
      ...describeWorkUnit(described, { event: input.event, idempotencyKey }),
      match: undefined,
    };
    return executeAction(services, step, order, (db, change, result) => tell(db, change, step, input, result));
  },
  gaveUp: (step, reason) => async (db, change) => {
    const input = step.input as Input;
    const result = await recordAbandonedAttempt(db, step, historyOrderOf(step, input), reason);
    await tell(db, change, step, input, result);
  },
});
