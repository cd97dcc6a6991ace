import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { findAutomaticActions } from '../../protocols/find-automatic-actions.ts';
import { addHistory } from '../history/work-unit-history.ts';
import { queueWorkUnitEvents } from './work-unit-event.ts';

/** Locks a unit until the transaction ends, without waiting; resolves with whether it got the lock. */
export const lockUnitOrSkip = async (db: ScopedDatabase, tenantId: string, workUnitId: number): Promise<boolean> => {
  const locked = await db
    .selectFrom('work_units')
    .select('work_unit_id')
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return locked !== undefined;
};

/** Raises an event of a locked unit without a change of the unit: in its history, and for its protocol. */
export const raiseClockEvent = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  raised: {
    readonly tenantId: string;
    readonly workUnitId: number;
    readonly event: WorkUnitEventType;
    readonly detail: string;
  },
): Promise<void> => {
  const { tenantId, workUnitId, event, detail } = raised;
  await addHistory(db, context, { tenantId, workUnitId }, [{ historyType: 'WorkUnitEvent', detail }]);
  const row = await db
    .selectFrom('work_units')
    .select(['tenant_id', 'work_unit_id', 'internal_work_unit_id', 'created_by_rule_id', 'protocol_id'])
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .executeTakeFirstOrThrow();
  const actions = row.protocol_id === null ? [] : await findAutomaticActions(db, tenantId, row.protocol_id, event);
  await queueWorkUnitEvents(services, db, context, [{ row, event, changed: [], actions }]);
};
