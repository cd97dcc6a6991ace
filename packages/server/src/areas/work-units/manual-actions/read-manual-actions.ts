import type { ManualAction, ManualActions } from '@cfs/contracts/manual-actions';
import { nameOf } from '@cfs/contracts/name-of';
import { eventOfState, workUnitEventTypes, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { findVisibleWorkUnit } from '../visible-work-unit.ts';
import { findManualActions } from '../../protocols/find-manual-actions.ts';
import { permittedActions, readCountedRuns, type CountedRun } from './manual-action-runs.ts';

type Found = Awaited<ReturnType<typeof findManualActions>>[number];

const toManualAction = (action: Found, runs: readonly CountedRun[]): ManualAction => ({
  protocolActionId: action.protocol_action_id,
  protocolId: action.protocol_id,
  workUnitEventTypeId: nameOf(workUnitEventTypes, action.event),
  sequence: action.sequence,
  summary: action.summary,
  repeatable: action.repeatable,
  parameters: action.parameters,
  actionDefinition: {
    actionDefinitionId: action.action_definition_id,
    name: action.name,
    description: action.description,
    inputParameters: action.input_parameters,
  },
  ...permittedActions(runs, action.repeatable),
  runs: runs.map(({ messageId, created, createdBy, status, resultDetail }) => ({
    messageId,
    created: created.toISOString(),
    createdBy,
    status,
    resultDetail,
  })),
});

/**
 * Reads the manual actions of a unit's protocol for its current state, with the status of each. Throws 404 for a unit
 * that the caller may not see.
 */
export const readManualActions = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
): Promise<ManualActions> =>
  gate.read(context, { permission: 'WorkUnits:view', shared: true }, async (db) => {
    const { row } = await findVisibleWorkUnit(db, context, workUnitId);
    const { tenant_id: tenantId, protocol_id: protocolId } = row;
    const workUnitEventType = eventOfState[nameOf(workUnitStates, row.state)];
    const found = protocolId === null ? [] : await findManualActions(db, tenantId, protocolId, workUnitEventType);
    const runs = found.length === 0 ? [] : await readCountedRuns(db, { tenantId, workUnitId });
    const value = found.map((action) =>
      toManualAction(
        action,
        runs.filter((run) => run.protocolActionId === action.protocol_action_id),
      ),
    );
    return { workUnitEventType, waiting: value.filter(({ status }) => status === 'waiting').length, value };
  });
