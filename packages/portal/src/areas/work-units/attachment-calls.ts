import type { Attachment } from '@cfs/contracts/work-unit-attachments';
import { call } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/api/export-file.ts';
import { workUnitSet } from './work-unit-row.ts';

interface Upload {
  readonly file: File;
  /** The note that the file joins; without one it gets a note of its own. */
  readonly noteId: number | undefined;
  readonly isExternalNote: boolean;
}

/** Sends a file, and answers the id of its note. */
export const uploadAttachment = async (
  workUnitId: number,
  { file, noteId, isExternalNote }: Upload,
): Promise<number> => {
  const query = new URLSearchParams({ fileName: file.name });
  if (noteId !== undefined) query.set('noteId', String(noteId));
  else if (isExternalNote) query.set('isExternalNote', 'true');
  const answer = await call('PUT', `${workUnitSet}/${workUnitId}/attachments?${query.toString()}`, {
    body: file,
    contentType: 'application/octet-stream',
  });
  return ((await answer.json()) as { readonly noteId: number }).noteId;
};

/** Hands a file of a unit to the browser, which saves it and never shows it. */
export const downloadAttachment = async (workUnitId: number, { attachmentId, fileName }: Attachment): Promise<void> => {
  const answer = await call('GET', `${workUnitSet}/${workUnitId}/attachments/${attachmentId}`);
  saveFile(await answer.blob(), fileName);
};
