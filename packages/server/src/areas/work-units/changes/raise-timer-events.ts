import { finishedStates, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import type { OccasionAction } from '../../actions/queue-actions.ts';
import { queueWorkUnitEvents } from './work-unit-event.ts';
import { addHistories } from '../history/work-unit-history.ts';

const finished: readonly number[] = finishedStates.map((state) => workUnitStates[state]);
const unitsAtOnce = 500;

const lateness = (seconds: number): string => (seconds < 60 ? '' : ` (${Math.floor(seconds / 60)} min late)`);

/**
 * Raises OnTimer for up to 500 of a protocol's units that still need work and have ids above `after`, in the caller's
 * transaction. Resolves with the last id if there may be more units.
 */
export const raiseTimerEvents = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  firing: {
    readonly protocolId: string;
    readonly after: number;
    readonly actions: readonly OccasionAction[];
    readonly secondsLate: number;
  },
): Promise<number | undefined> => {
  const rows = await db
    .selectFrom('work_units')
    .select(['tenant_id', 'work_unit_id', 'internal_work_unit_id', 'created_by_rule_id'])
    .where('protocol_id', '=', firing.protocolId)
    .where('work_unit_id', '>', firing.after)
    .where('state', 'not in', finished)
    .orderBy('work_unit_id')
    .limit(unitsAtOnce)
    .forUpdate()
    .execute();
  const detail = `OnTimer${lateness(firing.secondsLate)}`;
  await addHistories(
    db,
    context,
    rows.map((row) => ({
      tenantId: row.tenant_id,
      workUnitId: row.work_unit_id,
      historyType: 'WorkUnitEvent',
      detail,
    })),
  );
  await queueWorkUnitEvents(
    services,
    db,
    context,
    rows.map((row) => ({ row, event: 'OnTimer', changed: [], actions: firing.actions })),
  );
  return rows.length < unitsAtOnce ? undefined : rows.at(-1)?.work_unit_id;
};
