import { longTextLimit, titleCharacters } from '@cfs/contracts/sizes';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { knownPeople } from '../approvals/check-approvers.ts';
import { insertWorkUnit } from '../creation/insert-work-unit.ts';
import { toWorkUnit } from '../list/work-unit-wire.ts';
import { addCopies } from '../mails/copies.ts';
import { recordUnitMails } from '../mails/unit-mail.ts';
import { unitMailsOf } from '../mails/unit-mails.ts';
import { insertNote } from '../notes/insert-note.ts';
import { attachMailedFiles } from './attach-mailed-files.ts';
import { copiesOf, fitMailedText, type MailedText } from './mailed-text.ts';

type Needs = Pick<Services, 'work' | 'configuration' | 'snapshot' | 'identity'>;

/** The source of units that are opened by mail. */
const source = 'Mail';

/** The subject as a title; an empty or too short subject is prefixed by the name of the sender. */
const titleOf = ({ sender, subject }: MailedText): string =>
  subject.length >= titleCharacters.min ? subject : `Mail from ${sender.name}${subject === '' ? '' : `: ${subject}`}`;

/**
 * Opens a User Request for the sender of a mail, who becomes its stakeholder and receives a confirmation. Resolves with
 * its id and a text about files that were not accepted, or null.
 */
export const openMailedRequest = async (
  services: Needs,
  db: ScopedDatabase,
  change: Change,
  tenantId: string,
  mail: MailedText,
): Promise<{ readonly workUnitId: number; readonly refusedFiles: string | null }> => {
  const people = await knownPeople(services);
  const { sender } = mail;
  const { detail: description, files } = fitMailedText(mail);
  const row = await insertWorkUnit(services, db, change, {
    tenantId,
    fields: {
      title: titleOf(mail),
      description,
      severityId: 'Sev3',
      workUnitTypeId: workUnitTypes.Request,
      source,
      stakeHolderFullName: sender.name,
      stakeHolderEmailAddress: sender.address,
    },
  });
  const key = { tenantId, workUnitId: row.work_unit_id };
  await addCopies(db, change, key, copiesOf(mail, services.configuration.mailIn?.domain ?? '', sender.address));
  const names = files.map(({ fileName }) => fileName).join(', ');
  const note =
    files.length > 0 &&
    (await insertNote(db, change, row, {
      historyType: null,
      detail: `Attached ${names}`.slice(0, longTextLimit).toWellFormed(),
      isExternalNote: true,
    }));
  const refusedFiles = note ? await attachMailedFiles(db, change, row, note.id, files, 0) : null;
  const mails = unitMailsOf(people, change.context, undefined, toWorkUnit(row));
  await recordUnitMails(services, db, change.context, key, mails);
  return { workUnitId: key.workUnitId, refusedFiles };
};
