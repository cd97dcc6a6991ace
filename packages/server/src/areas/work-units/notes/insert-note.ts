import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { addHistory, type HistoryEntry } from '../history/work-unit-history.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';

/** Adds a note with its audit record to the history of a unit. The caller has locked the unit. */
export const insertNote = async (
  db: ScopedDatabase,
  change: Change,
  unit: WorkUnitRow,
  entry: HistoryEntry,
): Promise<WorkUnitHistoryRecord> => {
  const key = { tenantId: unit.tenant_id, workUnitId: unit.work_unit_id };
  const [note] = await addHistory(db, change.context, key, [entry]);
  if (!note) throw new TypeError('The insert did not return a note.');
  await change.record({
    entity: 'WorkUnitNote',
    id: String(note.id),
    tenantId: unit.tenant_id,
    after: note,
  });
  return note;
};
