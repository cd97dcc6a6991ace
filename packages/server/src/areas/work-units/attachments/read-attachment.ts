import type { Readable } from 'node:stream';
import { withoutMisleadingSigns } from '@cfs/contracts/misleading-characters';
import type { Attachment } from '@cfs/contracts/work-unit-attachments';
import type { Context } from '../../../platform/context.ts';
import { streamParts } from '../../../platform/files/file-parts.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { findVisibleWorkUnit, workUnitViewPermissions } from '../visible-work-unit.ts';

/**
 * Reads a file of a unit that the caller may see; resolves with its metadata and a stream of its bytes. A caller who
 * may see the unit only as its owner can read only files of external notes. Throws 404 for any other file.
 */
export const readAttachment = async (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
  attachmentId: string,
): Promise<{ readonly attachment: Attachment; readonly content: Readable }> => {
  const { tenantId, attachment } = await gate.read(context, workUnitViewPermissions, async (db) => {
    const { row, asOwner } = await findVisibleWorkUnit(db, context, workUnitId);
    const found = await db
      .selectFrom('work_unit_attachments as file')
      .innerJoin('work_unit_history as note', (join) =>
        join
          .onRef('note.tenant_id', '=', 'file.tenant_id')
          .onRef('note.work_unit_history_id', '=', 'file.work_unit_history_id'),
      )
      .select(['file.file_name', 'file.media_type', 'file.size', 'note.is_external_note'])
      .where('file.tenant_id', '=', row.tenant_id)
      .where('file.work_unit_id', '=', workUnitId)
      .where('file.attachment_id', '=', attachmentId)
      .executeTakeFirst();
    if (!found || (asOwner && !found.is_external_note)) throw notFound('Attachment');
    const { media_type: mediaType, size } = found;
    const fileName = withoutMisleadingSigns(found.file_name);
    return { tenantId: row.tenant_id, attachment: { attachmentId, fileName, mediaType, size } };
  });

  const readPart = (part: number): Promise<Buffer | undefined> =>
    gate.read(context, workUnitViewPermissions, async (db) => {
      const row = await db
        .selectFrom('work_unit_attachment_parts')
        .select('content')
        .where('tenant_id', '=', tenantId)
        .where('attachment_id', '=', attachmentId)
        .where('part', '=', part)
        .executeTakeFirst();
      return row?.content;
    });
  return { attachment, content: streamParts(attachment.size, readPart) };
};
