import {
  attachmentCountLimit,
  attachmentTypes,
  type Attachment,
  type AttachmentQuery,
} from '@cfs/contracts/work-unit-attachments';
import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import type { Change } from '../../../platform/audit/change.ts';
import { actorName, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { countCall } from '../../../platform/limits/count-call.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { countAttachments } from './count-attachments.ts';
import { detectMediaType } from './detect-media-type.ts';
import { mailExternalNote } from '../mails/mail-external-note.ts';
import { insertNote } from '../notes/insert-note.ts';
import { recordResponse } from '../notes/record-response.ts';
import { staffAccess, type NoteAccess } from '../notes/note-access.ts';
import { storeFile } from './store-file.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';
import { mailNoteToStaff } from '../watchers/watcher-mails.ts';

const bytesPerMebibyte = 1_024 ** 2;

const extensions = Object.values(attachmentTypes).flat().join(', ');
const refusal = `The file is empty or of a type that is not accepted. Its content must match its name: ${extensions}.`;

/** Resolves with the id of the note that the file belongs to: one that the caller wrote on this unit, or a new one. */
const noteOf = async (
  services: Pick<Services, 'configuration' | 'metrics' | 'work'>,
  db: ScopedDatabase,
  change: Change,
  unit: WorkUnitRow,
  { noteId, fileName, isExternalNote }: AttachmentQuery,
  { snapshot, isEndUsers }: { readonly snapshot: AccessSnapshot; readonly isEndUsers: boolean },
): Promise<number> => {
  const { context } = change;
  const key: WorkUnitKey = { tenantId: unit.tenant_id, workUnitId: unit.work_unit_id };
  if (noteId === undefined) {
    const detail = `Attached ${fileName}`;
    const note = await insertNote(db, change, unit, { historyType: null, detail, isExternalNote });
    if (isExternalNote) await countCall(services, db, context, 'mail');
    if (isExternalNote) await mailExternalNote(services, db, context, unit, detail);
    if (isExternalNote && !isEndUsers) await recordResponse(services, db, change, unit);
    await mailNoteToStaff(services, db, context, snapshot, unit, { detail, isExternalNote, isReply: isEndUsers });
    return note.id;
  }
  const note = await db
    .selectFrom('work_unit_history')
    .select('work_unit_history_id')
    .where('tenant_id', '=', key.tenantId)
    .where('work_unit_id', '=', key.workUnitId)
    .where('work_unit_history_id', '=', noteId)
    .where('history_type', 'is', null)
    .where('created_by', '=', actorName(context.actor))
    .executeTakeFirst();
  if (!note) throw notFound('WorkUnitNote');
  return note.work_unit_history_id;
};

const expectRoom = async (db: ScopedDatabase, key: WorkUnitKey): Promise<void> => {
  if ((await countAttachments(db, key.tenantId, [key.workUnitId])) >= attachmentCountLimit)
    throw conflict(`A work unit has at most ${attachmentCountLimit} attachments.`);
};

/**
 * Adds a file to a note of a unit that the caller may write on, in one transaction. Throws 400 for an empty file or a
 * type that is not accepted, 404 for a unit or note out of reach, 409 if the unit has the maximum number of files, 429
 * beyond the caller's limit per hour.
 */
export const attachFile = async (
  services: Services,
  context: Context,
  workUnitId: number,
  query: AttachmentQuery,
  content: Buffer,
  { permission, lock, isEndUsers }: NoteAccess = staffAccess,
): Promise<Attachment & { readonly noteId: number }> => {
  const { fileName } = query;
  const mediaType = content.length === 0 ? undefined : detectMediaType(fileName, content);
  const snapshot = await services.snapshot.current();
  return services.gate.write(context, { permission, shared: true }, async (db, change) => {
    const unit = await lock(db, context, workUnitId);
    const { tenant_id: tenantId } = unit;
    if (mediaType === undefined) throw invalid({ FileName: [refusal] });
    const key = { tenantId, workUnitId };
    await expectRoom(db, key);
    await countCall(services, db, context, 'attachment', Math.ceil(content.length / bytesPerMebibyte));
    const noteId = await noteOf(services, db, change, unit, query, { snapshot, isEndUsers });
    const attachment = await storeFile(db, change, key, noteId, { fileName, mediaType, content });
    return { ...attachment, noteId };
  });
};
