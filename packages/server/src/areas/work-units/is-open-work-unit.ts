import { finishedStates, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { WorkUnitKey } from './history/work-unit-history.ts';

const finished: readonly number[] = finishedStates.map((state) => workUnitStates[state]);

/** Whether units in a state still need work, i.e. the state is not a finished one. */
export const isOpenState = (state: number): boolean => !finished.includes(state);

/** Whether a unit exists and still needs work. Locks its row until the end of the caller's transaction. */
export const isOpenWorkUnit = async (db: ScopedDatabase, { tenantId, workUnitId }: WorkUnitKey): Promise<boolean> => {
  const row = await db
    .selectFrom('work_units')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && isOpenState(row.state);
};
