import { longTextLimit } from '@cfs/contracts/sizes';
import { attachmentCountLimit, attachmentLimitBytes } from '@cfs/contracts/work-unit-attachments';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { detectMediaType } from '../attachments/detect-media-type.ts';
import { storeFile } from '../attachments/store-file.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';
import { insertNote } from '../notes/insert-note.ts';
import type { MailedFile } from './mailed-text.ts';

const limit = `${attachmentLimitBytes / 1_048_576} MiB`;

/**
 * Adds the files of a mail to its note on a unit that already has `held` files. Files that are not accepted are listed
 * in a note of the system; resolves with the text of that note, or `null` if every file was accepted.
 */
export const attachMailedFiles = async (
  db: ScopedDatabase,
  change: Change,
  unit: WorkUnitRow,
  noteId: number,
  files: readonly MailedFile[],
  held: number,
): Promise<string | null> => {
  if (files.length === 0) return null;
  const key = { tenantId: unit.tenant_id, workUnitId: unit.work_unit_id };
  const room = attachmentCountLimit - held;
  const refused: string[] = [];
  let stored = 0;
  for (const { fileName, content } of files) {
    const mediaType = content.length === 0 ? undefined : detectMediaType(fileName, content);
    if (mediaType === undefined) refused.push(`${fileName}: empty, or of a type that is not accepted`);
    else if (content.length > attachmentLimitBytes) refused.push(`${fileName}: more than ${limit}`);
    else if (stored >= room) refused.push(`${fileName}: the work unit already has ${attachmentCountLimit} attachments`);
    else {
      await storeFile(db, change, key, noteId, { fileName, mediaType, content });
      stored += 1;
    }
  }
  if (refused.length === 0) return null;
  const detail = `Not attached: ${refused.join('; ')}.`.slice(0, longTextLimit).toWellFormed();
  await insertNote(db, change, unit, { historyType: 'General', detail });
  return detail;
};
