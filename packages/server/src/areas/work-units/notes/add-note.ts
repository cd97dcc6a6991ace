import type { WorkUnitHistoryRecord, WorkUnitNoteCreate } from '@cfs/contracts/work-unit-notes';
import type { Context } from '../../../platform/context.ts';
import { countCall } from '../../../platform/limits/count-call.ts';
import type { Services } from '../../../platform/services.ts';
import { insertNote } from './insert-note.ts';
import { recordResponse } from './record-response.ts';
import { mailExternalNote } from '../mails/mail-external-note.ts';
import { addMentions, findMentioned } from './mentions.ts';
import { staffAccess, type NoteAccess } from './note-access.ts';
import { mailNoteToStaff } from '../watchers/watcher-mails.ts';

type NewNote = Omit<WorkUnitNoteCreate, 'mentions'> & { readonly mentions?: readonly string[] };

/**
 * Adds the caller's note to a unit that the caller may write on. An external note is mailed to the stakeholder; every
 * note is mailed to mentioned people and to the watchers. Throws 404 for any other unit, 400 if a mentioned person may
 * not see the unit.
 */
export const addNote = async (
  services: Services,
  context: Context,
  { workUnitId, detail, isExternalNote, mentions = [] }: NewNote,
  { permission, lock, isEndUsers }: NoteAccess = staffAccess,
): Promise<WorkUnitHistoryRecord> => {
  const snapshot = await services.snapshot.current();
  return services.gate.write(context, { permission, shared: true }, async (db, change) => {
    const unit = await lock(db, context, workUnitId);
    const people = findMentioned(snapshot, unit.tenant_id, mentions);
    await countCall(services, db, context, 'mail', people.length + (isExternalNote ? 1 : 0));
    const note = await insertNote(db, change, unit, { historyType: null, detail, isExternalNote });
    if (isExternalNote) await mailExternalNote(services, db, context, unit, detail);
    if (isExternalNote && !isEndUsers) await recordResponse(services, db, change, unit);
    await mailNoteToStaff(services, db, context, snapshot, unit, {
      detail,
      isExternalNote,
      isReply: isEndUsers,
      mentioned: people.map(({ mail }) => mail),
    });
    if (people.length === 0) return note;
    const { tenant_id: tenantId, public_work_unit_id: publicWorkUnitId } = unit;
    const mentioning = { tenantId, workUnitId, publicWorkUnitId, noteId: note.id, detail };
    await addMentions(services, db, context, mentioning, people);
    return { ...note, mentions: [...people] };
  });
};
