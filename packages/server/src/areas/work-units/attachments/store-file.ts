import { createHash, randomUUID } from 'node:crypto';
import type { Attachment } from '@cfs/contracts/work-unit-attachments';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { partsOf } from '../../../platform/files/file-parts.ts';
import type { StreamKey } from '../history/work-unit-history.ts';

/** A file whose name and type were checked. */
export interface CheckedFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** Adds a file to a note of a unit, which is locked by then, with its audit record. */
export const storeFile = async (
  db: ScopedDatabase,
  change: Change,
  { tenantId, workUnitId }: StreamKey,
  noteId: number,
  { fileName, mediaType, content }: CheckedFile,
): Promise<Attachment> => {
  const attachmentId = randomUUID();
  const attachment: Attachment = { attachmentId, fileName, mediaType, size: content.length };
  await db
    .insertInto('work_unit_attachments')
    .values({
      tenant_id: tenantId,
      attachment_id: attachmentId,
      work_unit_id: workUnitId,
      work_unit_history_id: noteId,
      file_name: fileName,
      media_type: mediaType,
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      ...change.createdOnce(),
    })
    .execute();
  for (const part of partsOf(content))
    await db
      .insertInto('work_unit_attachment_parts')
      .values({ tenant_id: tenantId, attachment_id: attachmentId, ...part })
      .execute();
  await change.record({
    entity: 'WorkUnitAttachment',
    id: attachmentId,
    tenantId,
    after: { ...attachment, workUnitId, noteId },
  });
  return attachment;
};
