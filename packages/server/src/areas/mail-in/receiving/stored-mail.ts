import { randomUUID } from 'node:crypto';
import { mailVerdicts, type MailVerdict } from '@cfs/contracts/received-mails';
import { sql, type Insertable } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { ReceivedMailTable } from '../mail-in-tables.ts';
import type { ReadMail } from '../parsing/parse-mail.ts';

/** How a mail arrived. */
export interface MailEnvelope {
  readonly tenantId: string;
  /** Empty for a bounce. */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** Address of the mail server that delivers it. */
  readonly relay: string;
}

/** What a list shows of a mail that was not read as a whole. */
export type MailHead = Pick<ReadMail, 'sender' | 'copied' | 'subject' | 'messageId' | 'messageKey' | 'size'> &
  Partial<Pick<ReadMail, 'text' | 'html'>>;

/** Characters of a text that are stored with the mail; the whole is in the unit. */
const textLimit = 65_536;
const detailLimit = 1_000;
const listLimit = 4_000;

interface Judged {
  readonly verdict: MailVerdict;
  readonly detail?: string | null;
  readonly target?: string;
  readonly workUnitId?: number | undefined;
}

const toRow = (
  envelope: MailEnvelope,
  mail: MailHead,
  { verdict, detail = null, target = 'tenant', workUnitId }: Judged,
  created: Date,
): Insertable<ReceivedMailTable> => ({
  tenant_id: envelope.tenantId,
  received_mail_id: randomUUID(),
  verdict: mailVerdicts[verdict],
  detail: detail?.slice(0, detailLimit).toWellFormed() ?? null,
  sender: mail.sender?.address ?? '',
  recipient: envelope.recipients.join(', ').slice(0, listLimit),
  cc: mail.copied.join(', ').slice(0, listLimit),
  subject: mail.subject,
  size: mail.size,
  relay: envelope.relay,
  message_id: mail.messageId,
  message_key: mail.messageKey,
  target,
  work_unit_id: workUnitId ?? null,
  body: (mail.text ?? '').slice(0, textLimit).toWellFormed(),
  html: mail.html ?? '',
  created,
});

/** Lists a mail that changes nothing. */
export const listMail = async (
  db: ScopedDatabase,
  envelope: MailEnvelope,
  mail: MailHead,
  judged: Judged,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('received_mails')
    .values(toRow(envelope, mail, judged, now))
    .execute();
};

/**
 * Lists a mail that takes effect and answers its id; `undefined` if it has taken effect on this target before. A second
 * delivery of the same mail at the same time waits here for the first.
 */
export const claimMail = async (
  db: ScopedDatabase,
  envelope: MailEnvelope,
  mail: MailHead,
  judged: Judged,
  now: Date,
): Promise<string | undefined> => {
  const row = await db
    .insertInto('received_mails')
    .values(toRow(envelope, mail, judged, now))
    .onConflict((other) =>
      other
        .columns(['tenant_id', 'message_key', 'target'])
        .where(sql<boolean>`verdict in (1, 2)`)
        .doNothing(),
    )
    .returning('received_mail_id')
    .executeTakeFirst();
  return row?.received_mail_id;
};

/** Whether a mail has opened a request or become a note of the tenant before. */
export const hasTakenEffect = async (
  db: ScopedDatabase,
  { tenantId }: MailEnvelope,
  { messageKey }: MailHead,
): Promise<boolean> => {
  const row = await db
    .selectFrom('received_mails')
    .select('received_mail_id')
    .where('tenant_id', '=', tenantId)
    .where('message_key', '=', messageKey)
    .where(sql<boolean>`verdict in (1, 2)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Adds what a mail has made. */
export const completeMail = async (
  db: ScopedDatabase,
  { tenantId }: MailEnvelope,
  mailId: string,
  made: { readonly detail: string | null; readonly work_unit_id?: number },
): Promise<void> => {
  await db
    .updateTable('received_mails')
    .set({ ...made, detail: made.detail?.slice(0, detailLimit).toWellFormed() ?? null })
    .where('tenant_id', '=', tenantId)
    .where('received_mail_id', '=', mailId)
    .execute();
};
