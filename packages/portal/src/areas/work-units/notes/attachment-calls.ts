import type { Attachment } from '@cfs/contracts/work-unit-attachments';
import { api, call, type CallOptions } from '../../../lib/api/api-client.ts';
import { saveFile } from '../../../lib/api/export-file.ts';
import { readBlob, readJson } from '../../../lib/api/read-body.ts';
import { workUnitSet } from '../work-unit-row.ts';

interface Upload extends Required<Pick<CallOptions, 'signal' | 'onUploadProgress'>> {
  readonly file: File;
  /** The note that the file joins; without one it gets a note of its own. */
  readonly noteId: number | undefined;
  readonly isExternalNote: boolean;
}

const addressOf = (workUnitId: number, { attachmentId }: Attachment): string =>
  `${workUnitSet}/${workUnitId}/attachments/${attachmentId}`;

/** Sends a file to an address of attachments, and answers the id of its note. */
export const uploadAttachment = async (
  attachments: string,
  { file, noteId, isExternalNote, signal, onUploadProgress }: Upload,
): Promise<number> => {
  const query = new URLSearchParams({ fileName: file.name });
  if (noteId !== undefined) query.set('noteId', String(noteId));
  else if (isExternalNote) query.set('isExternalNote', 'true');
  const answer = await call('PUT', `${attachments}?${query.toString()}`, {
    body: file,
    contentType: 'application/octet-stream',
    signal,
    onUploadProgress,
  });
  return (await readJson<{ readonly noteId: number }>(answer)).noteId;
};

/** Hands a file of a unit to the browser, which saves it and never shows it. */
export const downloadAttachment = async (workUnitId: number, attachment: Attachment): Promise<void> => {
  const answer = await call('GET', addressOf(workUnitId, attachment));
  saveFile(await readBlob(answer), attachment.fileName);
};

export const deleteAttachment = (workUnitId: number, attachment: Attachment): Promise<void> =>
  api.delete(addressOf(workUnitId, attachment));
