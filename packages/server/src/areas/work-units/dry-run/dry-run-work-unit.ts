import { keyOfDryRun, type WorkUnitDryRun } from '@cfs/contracts/dry-run';
import type { ParameterValues } from '@cfs/contracts/parameter-values';
import { eventOfState, type WorkUnitEventType, type WorkUnitState } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import type { DescribeActions } from '../../actions/describe-action.ts';
import { dryRunActions, type DryRunOrder } from '../../actions/dry-run-actions.ts';
import { findActionSummaries } from '../../protocols/find-action-summaries.ts';
import { findAutomaticActions } from '../../protocols/find-automatic-actions.ts';
import { findManualActions } from '../../protocols/find-manual-actions.ts';
import { isOpenState } from '../is-open-work-unit.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';
import { describeWorkUnit } from '../mails/describe-work-unit.ts';
import { readDescribedUnit } from '../read-described-unit.ts';
import { findVisibleWorkUnit } from '../visible-work-unit.ts';

const scope = { permission: 'WorkUnits:view', shared: true } as const;

/** The placeholder for the delivery id: a dry run enqueues nothing, so no delivery exists. */
const noDelivery = '00000000-0000-0000-0000-000000000000';

const stateEntered = (event: WorkUnitEventType): WorkUnitState | undefined =>
  (Object.keys(eventOfState) as WorkUnitState[]).find((state) => eventOfState[state] === event);

/** The reason why an event is not raised for a unit; `undefined` if it is raised. */
const impossibleReason = (
  event: WorkUnitEventType,
  { state }: WorkUnitRow,
  automaticActions: number,
): string | undefined => {
  if (event !== 'OnTimer') return undefined;
  if (!isOpenState(state)) return 'The timer raises no event for a finished work unit.';
  return automaticActions === 0 ? 'The timer raises no event for a protocol without automatic actions.' : undefined;
};

const findOrders = async (
  services: Pick<Services, 'configuration'>,
  db: ScopedDatabase,
  row: WorkUnitRow,
  protocolId: string,
  event: WorkUnitEventType,
): Promise<DryRunOrder[]> => {
  const { tenant_id: tenantId, work_unit_id: workUnitId } = row;
  const described = await readDescribedUnit(services.configuration, db, { tenantId, workUnitId });
  if (!described) throw notFound('WorkUnit');
  const automatic = await findAutomaticActions(db, tenantId, protocolId, event);
  const manual = await findManualActions(db, tenantId, protocolId, event);
  const summaries = await findActionSummaries(db, tenantId, protocolId);
  const state = stateEntered(event);
  const unit = { ...described.unit, ...(state !== undefined && { stateId: state }) };
  const occasion = {
    ...describeWorkUnit({ ...described, unit }, { event, idempotencyKey: keyOfDryRun }),
    tenantId,
    messageId: noDelivery,
    referenceId: null,
    correlationId: row.internal_work_unit_id,
    match: undefined,
  };
  const absence = impossibleReason(event, row, automatic.length);
  const unasked = state === undefined ? 'Manual actions of this event are not offered in any state.' : undefined;
  return [
    ...automatic.map(({ ActionDefinitionId, Parameters, protocolAction }): DryRunOrder => {
      const protocolActionId = protocolAction?.id ?? null;
      return {
        order: { ...occasion, actionDefinitionId: ActionDefinitionId, parameters: Parameters, protocolActionId },
        waits: false,
        suppressed: absence,
        label: protocolActionId === null ? undefined : summaries.get(protocolActionId),
      };
    }),
    ...manual.map((action): DryRunOrder => ({
      order: {
        ...occasion,
        actionDefinitionId: action.action_definition_id,
        parameters: JSON.parse(action.parameters) as ParameterValues,
        protocolActionId: action.protocol_action_id,
      },
      waits: true,
      suppressed: absence ?? unasked,
      label: action.summary || undefined,
    })),
  ];
};

/**
 * Describes what the protocol of a unit would do if the event happened now: automatic actions first, then manual ones,
 * each in order. The unit is rendered in the state that the event enters. Writes nothing. Throws 404 for a unit that
 * the caller may not see.
 */
export const dryRunWorkUnit = (
  describe: DescribeActions,
  services: Pick<Services, 'configuration' | 'gate'>,
  context: Context,
  workUnitId: number,
  event: WorkUnitEventType,
): Promise<WorkUnitDryRun> =>
  services.gate.read(context, scope, async (db) => {
    const { row } = await findVisibleWorkUnit(db, context, workUnitId);
    const { tenant_id: tenantId, protocol_id: protocolId } = row;
    const orders = protocolId === null ? [] : await findOrders(services, db, row, protocolId, event);
    return { workUnitId, event, protocolId, value: await dryRunActions(describe, services, db, tenantId, orders) };
  });
