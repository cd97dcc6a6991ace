import type { WorkUnitRelation } from '@cfs/contracts/work-units';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { addRelations } from './insert-work-unit.ts';
import { addHistory, type StreamKey } from './work-unit-history.ts';

/** Adds a General note of the system to a unit, and ties the unit to what the note speaks of. */
export const addSystemNote = async (
  db: ScopedDatabase,
  context: Context,
  note: StreamKey & { readonly text: string; readonly relation?: WorkUnitRelation | undefined },
): Promise<void> => {
  await addHistory(db, context, note, [{ historyType: 'General', detail: note.text.toWellFormed() }]);
  if (note.relation) await addRelations(db, context, note, [note.relation]);
};
