import type { Attachment } from '@cfs/contracts/work-unit-attachments';
import { api, call, type CallOptions } from '../../../lib/api/api-client.ts';
import { saveFile } from '../../../lib/api/export-file.ts';
import { readBlob, readJson } from '../../../lib/api/read-body.ts';
import { workUnitSet } from '../work-unit-row.ts';

interface Upload extends Required<Pick<CallOptions, 'signal' | 'onUploadProgress'>> {
  readonly file: File;
  /** The note that the file is added to; without one a new note is created for it. */
  readonly noteId: number | undefined;
  readonly isExternalNote: boolean;
}

const addressOf = (workUnitId: number, { attachmentId }: Attachment): string =>
  `${workUnitSet}/${workUnitId}/attachments/${attachmentId}`;

/** Uploads a file to the path `attachments`. Resolves with the id of its note. */
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

/** Downloads a file of a unit. The browser saves it and never displays it. */
export const downloadAttachment = async (workUnitId: number, attachment: Attachment): Promise<void> => {
  const answer = await call('GET', addressOf(workUnitId, attachment));
  saveFile(await readBlob(answer), attachment.fileName);
};

export const deleteAttachment = (workUnitId: number, attachment: Attachment): Promise<void> =>
  api.delete(addressOf(workUnitId, attachment));
