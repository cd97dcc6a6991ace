import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { queueActions, type OccasionAction } from '../../actions/queue-actions.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import { findAutomaticActions } from '../../protocols/find-automatic-actions.ts';
import { hasWorkUnitRules, queueUnitEvaluation } from '../../rules/work-units/queue-unit-evaluation.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';
import { factsOf, type UnitRow } from './unit-facts.ts';

/** The payload of an event of a work unit. */
export interface WorkUnitEvent {
  readonly workUnitId: number;
  readonly internalWorkUnitId: string;
  readonly event: WorkUnitEventType;
  /** Names of the fields that changed; empty for a new unit. */
  readonly changed: readonly string[];
  /** The rule that created the unit: it does not run on its own units. */
  readonly createdByRuleId: string | null;
}

/** An event of a unit, with the actions of its protocol for it. */
interface HappenedEvent {
  readonly row: Pick<WorkUnitRow, 'tenant_id' | 'work_unit_id' | 'internal_work_unit_id' | 'created_by_rule_id'>;
  readonly event: WorkUnitEventType;
  readonly changed: readonly string[];
  readonly actions: readonly OccasionAction[];
}

/** Handler of the steps that run an action of a protocol; their payload is a `WorkUnitEvent` and a `QueuedAction`. */
export const protocolActionHandler = 'protocol-action';

/** The kind of subject for durable work of units: the actions of one unit run in sequence. */
export const workUnitSubject = 'work-unit';

/** Enqueues events and their actions in the caller's transaction. */
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

/** A unit after a change. */
type ChangedRow = HappenedEvent['row'] & UnitRow & Pick<WorkUnitRow, 'protocol_id' | 'rule_depth'>;

/**
 * Enqueues an event, the automatic actions of the unit's protocol for it, and its evaluation by WorkUnit rules, in the
 * transaction of the change. `row` is the unit after the change.
 */
export const recordWorkUnitEvent = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  row: ChangedRow,
  event: WorkUnitEventType,
  changed: readonly string[] = [],
): Promise<void> => {
  const { tenant_id: tenantId, protocol_id: protocolId } = row;
  const [actions, isWatched] = await settleAll([
    protocolId === null ? Promise.resolve([]) : findAutomaticActions(db, tenantId, protocolId, event),
    hasWorkUnitRules(db, tenantId),
  ]);
  await settleAll([
    queueWorkUnitEvents(services, db, context, [{ row, event, changed, actions }]),
    ...(isWatched
      ? [
          queueUnitEvaluation(services.work, db, context, {
            tenantId,
            internalWorkUnitId: row.internal_work_unit_id,
            createdByRuleId: row.created_by_rule_id,
            depth: row.rule_depth,
            facts: factsOf(row),
          }),
        ]
      : []),
  ]);
};
