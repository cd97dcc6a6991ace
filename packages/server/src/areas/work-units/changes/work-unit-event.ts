import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { queueActions, type OccasionAction } from '../../actions/queue-actions.ts';
import { findAutomaticActions } from '../../protocols/find-automatic-actions.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';

/** What an event of a work unit carries for those who act upon it. */
export interface WorkUnitEvent {
  readonly workUnitId: number;
  readonly internalWorkUnitId: string;
  readonly event: WorkUnitEventType;
  /** Names of the fields that changed; empty for a new unit. */
  readonly changed: readonly string[];
  /** The rule that made the unit: it does not run on its own units. */
  readonly createdByRuleId: string | null;
}

/** An event that happened to a unit, with what its protocol does then. */
interface HappenedEvent {
  readonly row: Pick<WorkUnitRow, 'tenant_id' | 'work_unit_id' | 'internal_work_unit_id' | 'created_by_rule_id'>;
  readonly event: WorkUnitEventType;
  readonly changed: readonly string[];
  readonly actions: readonly OccasionAction[];
}

/** Handler of the steps that run an action of a protocol; they are given a `WorkUnitEvent` and a `QueuedAction`. */
export const protocolActionHandler = 'protocol-action';

/** Subjects of the work of units: the actions of one unit run one after the other. */
export const workUnitSubject = 'work-unit';

/** Leaves events and their actions in the caller's transaction. */
export const queueWorkUnitEvents = (
  { work }: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  happened: readonly HappenedEvent[],
): Promise<void> =>
  queueActions(
    work,
    db,
    context,
    happened.map(({ row, event, changed, actions }) => ({
      tenantId: row.tenant_id,
      subject: { kind: workUnitSubject, id: String(row.work_unit_id) },
      kind: 'WorkUnitEvent',
      handler: protocolActionHandler,
      payload: {
        workUnitId: row.work_unit_id,
        internalWorkUnitId: row.internal_work_unit_id,
        event,
        changed,
        createdByRuleId: row.created_by_rule_id,
      } satisfies WorkUnitEvent,
      referenceId: null,
      correlationId: row.internal_work_unit_id,
      actions,
    })),
  );

/** Leaves an event, and the automatic actions of the unit's protocol for it, in the transaction of the change. */
export const recordWorkUnitEvent = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  row: HappenedEvent['row'] & Pick<WorkUnitRow, 'protocol_id'>,
  event: WorkUnitEventType,
  changed: readonly string[] = [],
): Promise<void> => {
  const { tenant_id: tenantId, protocol_id: protocolId } = row;
  const actions = protocolId === null ? [] : await findAutomaticActions(db, tenantId, protocolId, event);
  await queueWorkUnitEvents(services, db, context, [{ row, event, changed, actions }]);
};
