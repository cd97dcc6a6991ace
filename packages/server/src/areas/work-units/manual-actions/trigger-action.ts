import { randomUUID } from 'node:crypto';
import type { Trigger, Triggered } from '@cfs/contracts/manual-actions';
import type { ParameterValues } from '@cfs/contracts/parameter-values';
import { knownParameters } from '@cfs/contracts/protocols';
import { secretNamesIn } from '@cfs/contracts/secrets';
import { nameOf } from '@cfs/contracts/name-of';
import { eventOfState, workUnitStates, type WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { countCall } from '../../../platform/limits/count-call.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { queueActions } from '../../actions/queue-actions.ts';
import { lockWorkUnit } from '../changes/lock-work-unit.ts';
import { protocolActionHandler, type WorkUnitEvent } from '../changes/work-unit-event.ts';
import { addHistory } from '../history/work-unit-history.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';
import { findManualActions, isManualAction } from '../../protocols/find-manual-actions.ts';
import { permittedActions, readCountedRuns } from './manual-action-runs.ts';
import { runStatuses } from './manual-action-run-table.ts';

type Needs = Pick<Services, 'configuration' | 'gate' | 'metrics' | 'work'>;
type Action = Awaited<ReturnType<typeof findManualActions>>[number];

const scope = { permission: 'WorkUnits:edit', shared: true } as const;

/** The kind of subject for manual actions: separate, so that a failing automatic action does not delay them. */
const manualSubject = 'manual-action';

/** Finds a manual action for the unit's current state; throws 404 if the protocol has no such action, otherwise 409. */
const findAction = async (
  db: ScopedDatabase,
  unit: WorkUnitRow,
  protocolActionId: string,
  event: WorkUnitEventType,
): Promise<Action> => {
  const { tenant_id: tenantId, protocol_id: protocolId } = unit;
  if (protocolId === null) throw notFound('Protocol Action');
  const found = await findManualActions(db, tenantId, protocolId, event);
  const action = found.find((each) => each.protocol_action_id === protocolActionId);
  if (action) return action;
  if (!(await isManualAction(db, protocolId, protocolActionId))) throw notFound('Protocol Action');
  throw conflict('The action is not available in the present state of the work unit.');
};

const refusalOf = (reject: boolean, leave: ReturnType<typeof permittedActions>): string | undefined => {
  if (reject ? leave.canReject : leave.canRun) return undefined;
  if (leave.status === 'running') return 'The action is still running.';
  return reject ? 'Only an action that was neither run nor rejected can be rejected.' : 'The action is not repeatable.';
};

/** Throws 400 if entered parameters refer to a secret: only editors of protocols decide where secrets are sent. */
const expectNoOwnSecrets = (stored: ParameterValues, parameters: ParameterValues): void => {
  const entered = Object.entries(parameters).filter(([name, value]) => value !== stored[name]);
  if (secretNamesIn(entered.map(([, value]) => value)).length > 0)
    throw invalid({
      UserDefinedParams: ['Secrets can be used only in the parameters of a protocol, not in entered ones.'],
    });
};

const queue = (
  { work }: Needs,
  db: ScopedDatabase,
  context: Context,
  unit: WorkUnitRow,
  run: {
    readonly action: Action;
    readonly messageId: string;
    readonly given: ParameterValues;
    readonly event: WorkUnitEventType;
  },
): Promise<void> => {
  const { action, messageId, given, event } = run;
  const stored = JSON.parse(action.parameters) as ParameterValues;
  const parameters = { ...stored, ...knownParameters(action.input_parameters, given) };
  expectNoOwnSecrets(stored, parameters);
  return queueActions(work, db, context, [
    {
      tenantId: unit.tenant_id,
      subject: { kind: manualSubject, id: String(unit.work_unit_id) },
      kind: 'ManualActionTriggered',
      handler: protocolActionHandler,
      payload: {
        workUnitId: unit.work_unit_id,
        internalWorkUnitId: unit.internal_work_unit_id,
        event,
        changed: [],
        createdByRuleId: unit.created_by_rule_id,
      } satisfies WorkUnitEvent,
      referenceId: null,
      correlationId: unit.internal_work_unit_id,
      actions: [
        {
          ActionDefinitionId: action.action_definition_id,
          Parameters: parameters,
          protocolAction: { id: action.protocol_action_id, sequence: 0 },
          messageId,
        },
      ],
    },
  ]);
};

/**
 * Runs, repeats or rejects a manual action of a unit. A run or rejection counts until the unit enters its state again,
 * and adds a ProtocolActionActivity record of the user to the history. Throws 404 for a unit or action out of reach,
 * 409 if the action does not wait in the current state, is still running, or was run or rejected and is not repeatable.
 */
export const triggerAction = (
  services: Needs,
  context: Context,
  ids: { readonly workUnitId: number; readonly protocolActionId: string },
  trigger: Trigger,
): Promise<Triggered> =>
  services.gate.write(context, scope, async (db, change) => {
    const unit = await lockWorkUnit(db, context, scope.permission, ids.workUnitId);
    const event = eventOfState[nameOf(workUnitStates, unit.state)];
    const action = await findAction(db, unit, ids.protocolActionId, event);
    const asked = trigger.workUnitEventType ?? trigger.workUnitEventTypeId ?? event;
    if (asked !== event) throw conflict('The work unit has left the state that the action is for.');
    const key = { tenantId: unit.tenant_id, workUnitId: unit.work_unit_id };
    const runs = (await readCountedRuns(db, key)).filter((run) => run.protocolActionId === ids.protocolActionId);
    const refusal = refusalOf(trigger.reject, permittedActions(runs, action.repeatable));
    if (refusal !== undefined) throw conflict(refusal);

    if (!trigger.reject) await countCall(services, db, context, 'mail');
    const messageId = trigger.reject ? null : randomUUID();
    const [record] = await addHistory(db, context, key, [
      {
        historyType: 'ProtocolActionActivity',
        detail: `${trigger.reject ? 'Rejected' : runs.length > 0 ? 'Repeated' : 'Run'}: ${action.summary || action.name}`,
      },
    ]);
    if (!record) throw new TypeError('The insert did not return the history record of a run.');
    const run = {
      tenant_id: unit.tenant_id,
      run_id: randomUUID(),
      work_unit_id: unit.work_unit_id,
      protocol_action_id: ids.protocolActionId,
      message_id: messageId,
      history_id: record.id,
      status: trigger.reject ? runStatuses.rejected : runStatuses.running,
      result_detail: null,
      ...change.createdOnce(),
    };
    await db.insertInto('manual_action_runs').values(run).execute();
    if (messageId !== null)
      await queue(services, db, context, unit, { action, messageId, given: trigger.userDefinedParams, event });
    await change.record({
      entity: 'ManualActionRun',
      id: run.run_id,
      tenantId: unit.tenant_id,
      after: { ...ids, rejected: trigger.reject, messageId },
    });
    return { ...ids, rejected: trigger.reject, messageId };
  });
