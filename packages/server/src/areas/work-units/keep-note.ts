import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { addHistory, type HistoryEntry } from './work-unit-history.ts';
import type { WorkUnitRow } from './work-unit-wire.ts';

/** Adds a note to the stream of a unit, which is locked by then, with its audit record. */
export const keepNote = async (
  services: Pick<Services, 'audit'>,
  db: ScopedDatabase,
  context: Context,
  unit: WorkUnitRow,
  entry: HistoryEntry,
): Promise<WorkUnitHistoryRecord> => {
  const key = { tenantId: unit.tenant_id, workUnitId: unit.work_unit_id };
  const [note] = await addHistory(db, context, key, [entry]);
  if (!note) throw new TypeError('A note was stored and not answered.');
  await services.audit.record(db, context, {
    entity: 'WorkUnitNote',
    id: String(note.id),
    tenantId: unit.tenant_id,
    after: note,
  });
  return note;
};
