import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { lockWorkUnit } from '../changes/lock-work-unit.ts';
import { addHistory } from '../history/work-unit-history.ts';

/**
 * Removes a file with its bytes from a unit that the caller may edit. Its note stays, and the unit's history records
 * who removed which file. Throws 404 for a unit out of reach and for a file that the unit does not have.
 */
export const removeAttachment = (
  services: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
  attachmentId: string,
): Promise<void> =>
  services.gate.write(context, 'WorkUnits:edit', async (db, change) => {
    const { tenant_id: tenantId } = await lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId);
    const gone = await db
      .deleteFrom('work_unit_attachments')
      .where('tenant_id', '=', tenantId)
      .where('work_unit_id', '=', workUnitId)
      .where('attachment_id', '=', attachmentId)
      .returning(['work_unit_history_id', 'file_name', 'media_type', 'size', 'created_by'])
      .executeTakeFirst();
    if (!gone) throw notFound('Attachment');
    const { work_unit_history_id: noteId, file_name: fileName, media_type: mediaType, size } = gone;
    await addHistory(db, context, { tenantId, workUnitId }, [
      { historyType: 'General', detail: `Removed the file ${fileName}, which ${gone.created_by} had attached.` },
    ]);
    await change.record({
      entity: 'WorkUnitAttachment',
      id: attachmentId,
      tenantId,
      before: { attachmentId, fileName, mediaType, size, workUnitId, noteId },
    });
  });
