import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { countAttachments } from '../attachments/count-attachments.ts';
import { lockWorkUnit } from '../changes/lock-work-unit.ts';
import { addCopies } from '../mails/copies.ts';
import { mailExternalNote } from '../mails/mail-external-note.ts';
import { insertNote } from '../notes/insert-note.ts';
import { mailNoteToStaff } from '../watchers/watcher-mails.ts';
import { attachMailedFiles } from './attach-mailed-files.ts';
import { copiesOf, fitMailedText, type MailedText } from './mailed-text.ts';

type Needs = Pick<Services, 'work' | 'configuration' | 'snapshot'>;

/**
 * Adds a mail to a unit as an external note of its sender. The note is mailed to the assignee, to the watchers and,
 * unless they wrote it, to the stakeholder. Resolves with a text about files that were not accepted, or null.
 */
export const addMailedReply = async (
  services: Needs,
  db: ScopedDatabase,
  change: Change,
  workUnitId: number,
  mail: MailedText,
): Promise<string | null> => {
  const { context } = change;
  const unit = await lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId);
  const { detail, files } = fitMailedText(mail);
  const note = await insertNote(db, change, unit, { historyType: null, detail, isExternalNote: true });
  const key = { tenantId: unit.tenant_id, workUnitId };
  const held = files.length === 0 ? 0 : await countAttachments(db, unit.tenant_id, [workUnitId]);
  const refused = await attachMailedFiles(db, change, unit, note.id, files, held);
  const domain = services.configuration.mailIn?.domain ?? '';
  await addCopies(db, change, key, copiesOf(mail, domain, unit.stakeholder_email_address));
  await mailExternalNote(services, db, context, unit, detail);
  const snapshot = await services.snapshot.current();
  await mailNoteToStaff(services, db, context, snapshot, unit, { detail, isExternalNote: true, isReply: true });
  return refused;
};
