import type { WorkUnitRelation } from '@cfs/contracts/work-units';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { insertRelations } from '../relations/relation-rows.ts';
import { addHistory, type WorkUnitKey } from '../history/work-unit-history.ts';

/** Adds a General note of the system to a unit, with a relation to the subject of the note if one is given. */
export const addSystemNote = async (
  db: ScopedDatabase,
  change: Change,
  note: WorkUnitKey & { readonly text: string; readonly relation?: WorkUnitRelation | undefined },
): Promise<void> => {
  const { tenantId, relation } = note;
  const [stored] = await addHistory(db, change.context, note, [
    { historyType: 'General', detail: note.text.toWellFormed() },
  ]);
  if (!stored) throw new TypeError('The insert did not return a note.');
  if (relation) await insertRelations(db, change.context, note, [relation]);
  await change.record({
    entity: 'WorkUnitNote',
    id: String(stored.id),
    tenantId,
    after: { ...stored, ...(relation && { relation }) },
  });
};
