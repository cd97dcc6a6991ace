import { createHash, randomUUID } from 'node:crypto';
import type { Attachment } from '@cfs/contracts/work-unit-attachments';
import type { Insertable } from 'kysely';
import type { Change } from '../../../platform/audit/change.ts';
import { batched } from '../../../platform/database/batched-calls.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import { partsOf } from '../../../platform/files/file-parts.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';
import type { AttachmentPartTable, AttachmentTable } from './attachment-table.ts';

/** A file whose name and type were checked. */
export interface CheckedFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

type FileRow = Insertable<AttachmentTable>;
type PartRow = Insertable<AttachmentPartTable>;

/** Files stored in the same turn of the event loop are inserted by one statement, and so are their first parts. */
const insertFiles = batched(async (db: ScopedDatabase, rows: readonly FileRow[]) => {
  await db.insertInto('work_unit_attachments').values(rows).execute();
  return rows.map(() => undefined);
});
const insertParts = batched(async (db: ScopedDatabase, rows: readonly PartRow[]) => {
  await db.insertInto('work_unit_attachment_parts').values(rows).execute();
  return rows.map(() => undefined);
});

/** Adds a file with its audit record to a note of a unit. The caller has locked the unit. */
export const storeFile = async (
  db: ScopedDatabase,
  change: Change,
  { tenantId, workUnitId }: WorkUnitKey,
  noteId: number,
  { fileName, mediaType, content }: CheckedFile,
): Promise<Attachment> => {
  const attachmentId = randomUUID();
  const attachment: Attachment = { attachmentId, fileName, mediaType, size: content.length };
  const storeParts = async (): Promise<void> => {
    // Sequentially, so that the connection buffers only one part of a large file at a time.
    for (const part of partsOf(content))
      await insertParts(db, { tenant_id: tenantId, attachment_id: attachmentId, ...part });
  };
  await settleAll([
    insertFiles(db, {
      tenant_id: tenantId,
      attachment_id: attachmentId,
      work_unit_id: workUnitId,
      work_unit_history_id: noteId,
      file_name: fileName,
      media_type: mediaType,
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      ...change.createdOnce(),
    }),
    storeParts(),
    change.record({
      entity: 'WorkUnitAttachment',
      id: attachmentId,
      tenantId,
      after: { ...attachment, workUnitId, noteId },
    }),
  ]);
  return attachment;
};
