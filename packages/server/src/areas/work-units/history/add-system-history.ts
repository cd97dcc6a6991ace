import { longTextLimit } from '@cfs/contracts/sizes';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { addHistory, type HistoryEntry, type WorkUnitKey } from './work-unit-history.ts';

/** Locks a unit until the transaction ends, so that entries of its history are committed in the order of their ids. */
export const lockWorkUnit = async (db: ScopedDatabase, { tenantId, workUnitId }: WorkUnitKey): Promise<void> => {
  await db
    .selectFrom('work_units')
    .select('work_unit_id')
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .forNoKeyUpdate()
    .execute();
};

/** Adds entries of the system to the history of a unit; their texts are truncated to the maximum length of a note. */
export const addSystemHistory = async (
  db: ScopedDatabase,
  context: Context,
  key: WorkUnitKey,
  entries: readonly HistoryEntry[],
): Promise<void> => {
  await lockWorkUnit(db, key);
  await addHistory(
    db,
    context,
    key,
    entries.map((entry) => ({
      ...entry,
      detail: entry.detail.replaceAll('\0', '').slice(0, longTextLimit).toWellFormed(),
    })),
  );
};
