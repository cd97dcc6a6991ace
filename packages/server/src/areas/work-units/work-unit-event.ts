import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import type { WorkUnitRow } from './work-unit-wire.ts';

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

/** Leaves an event in the transaction of the change that raised it. */
export const recordWorkUnitEvent = (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  row: WorkUnitRow,
  event: WorkUnitEventType,
  changed: readonly string[] = [],
): Promise<void> => {
  const payload: WorkUnitEvent = {
    workUnitId: row.work_unit_id,
    internalWorkUnitId: row.internal_work_unit_id,
    event,
    changed,
    createdByRuleId: row.created_by_rule_id,
  };
  return services.work.record(db, context, {
    tenantId: row.tenant_id,
    subject: { kind: 'work-unit', id: String(row.work_unit_id) },
    kind: 'WorkUnitEvent',
    payload,
    steps: [],
  });
};
