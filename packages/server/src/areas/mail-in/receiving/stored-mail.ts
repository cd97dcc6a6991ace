import { randomUUID } from 'node:crypto';
import { mailVerdicts, type MailVerdict } from '@cfs/contracts/received-mails';
import { sql, type Insertable } from 'kysely';
import { batched, batchedByTenant } from '../../../platform/database/batched-calls.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { ReceivedMailTable } from '../mail-in-tables.ts';
import type { ReadMail } from '../parsing/parse-mail.ts';

/** The SMTP envelope of a mail. */
export interface MailEnvelope {
  readonly tenantId: string;
  /** Empty for a bounce. */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** Address of the mail server that delivers it. */
  readonly relay: string;
}

/** The data of a mail that the list shows, also of one that was not read completely. */
export type MailHead = Pick<ReadMail, 'sender' | 'copied' | 'subject' | 'messageId' | 'messageKey' | 'size'> &
  Partial<Pick<ReadMail, 'text' | 'html'>>;

/** The number of characters of a text that are stored with the mail; the unit has the full text. */
const textLimit = 65_536;
const detailLimit = 1_000;
const listLimit = 4_000;

interface Judged {
  readonly verdict: MailVerdict;
  readonly detail?: string | null;
  readonly target?: string;
  readonly workUnitId?: number | undefined;
}

/** A detail may quote a header, which can contain characters that PostgreSQL cannot store. */
const storedDetail = (detail: string | null): string | null =>
  detail?.replaceAll('\0', '').slice(0, detailLimit).toWellFormed() ?? null;

const toRow = (
  envelope: MailEnvelope,
  mail: MailHead,
  { verdict, detail = null, target = 'tenant', workUnitId }: Judged,
  created: Date,
): Insertable<ReceivedMailTable> => ({
  tenant_id: envelope.tenantId,
  received_mail_id: randomUUID(),
  verdict: mailVerdicts[verdict],
  detail: storedDetail(detail),
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

type NewMail = Insertable<ReceivedMailTable>;

/** Mails listed in the same turn of the event loop are inserted by one statement. */
const insertMails = batched(async (db: ScopedDatabase, rows: readonly NewMail[]) => {
  await db.insertInto('received_mails').values(rows).execute();
  return rows.map(() => undefined);
});

/** Lists a mail without effect. */
export const listMail = async (
  db: ScopedDatabase,
  envelope: MailEnvelope,
  mail: MailHead,
  judged: Judged,
  now: Date,
): Promise<void> => {
  await insertMails(db, toRow(envelope, mail, judged, now));
};

/** Resolves with which of the mails take effect now. Sorted, so that concurrent transactions do not deadlock. */
const insertClaims = batched(async (db: ScopedDatabase, rows: readonly NewMail[]) => {
  const claimed = await db
    .insertInto('received_mails')
    .values(rows.toSorted((one, other) => Buffer.compare(one.message_key, other.message_key)))
    .onConflict((other) =>
      other
        .columns(['tenant_id', 'message_key', 'target'])
        .where(sql<boolean>`verdict in (1, 2)`)
        .doNothing(),
    )
    .returning('received_mail_id')
    .execute();
  const ids = new Set(claimed.map(({ received_mail_id: id }) => id));
  return rows.map(({ received_mail_id: id }) => ids.has(id));
});

/**
 * Lists a mail that takes effect and resolves with its id; `undefined` if it has taken effect on this target before. A
 * concurrent delivery of the same mail waits here for the first one.
 */
export const claimMail = async (
  db: ScopedDatabase,
  envelope: MailEnvelope,
  mail: MailHead,
  judged: Judged,
  now: Date,
): Promise<string | undefined> => {
  const row = toRow(envelope, mail, judged, now);
  return (await insertClaims(db, row)) ? row.received_mail_id : undefined;
};

interface MailKey {
  readonly tenantId: string;
  readonly messageKey: Buffer;
}

const findTaken = batchedByTenant(async (db: ScopedDatabase, keys: readonly MailKey[], { tenantId }: MailKey) => {
  const rows = await db
    .selectFrom('received_mails')
    .select('message_key')
    .where('tenant_id', '=', tenantId)
    .where(
      'message_key',
      'in',
      keys.map(({ messageKey }) => messageKey),
    )
    .where(sql<boolean>`verdict in (1, 2)`)
    .execute();
  return keys.map(({ messageKey }) => rows.some((row) => row.message_key.equals(messageKey)));
});

/** Whether a mail has already opened a request or become a note in the tenant. */
export const hasTakenEffect = (
  db: ScopedDatabase,
  { tenantId }: MailEnvelope,
  { messageKey }: MailHead,
): Promise<boolean> => findTaken(db, { tenantId, messageKey });

interface MadeOfMail {
  readonly tenantId: string;
  readonly mailId: string;
  readonly workUnitId: number;
  readonly detail: string | null;
}

const updateMails = batched(async (db: ScopedDatabase, made: readonly MadeOfMail[]) => {
  await db
    .updateTable('received_mails as mail')
    .from(recordSet('made', { tenantId: 'uuid', mailId: 'uuid', workUnitId: 'bigint', detail: 'text' }, made))
    .set((row) => ({ work_unit_id: row.ref('made.workUnitId'), detail: row.ref('made.detail') }))
    .whereRef('mail.tenant_id', '=', 'made.tenantId')
    .whereRef('mail.received_mail_id', '=', 'made.mailId')
    .execute();
  return made.map(() => undefined);
});

/** Stores the work unit and the detail of a claimed mail. */
export const completeMail = async (
  db: ScopedDatabase,
  { tenantId }: MailEnvelope,
  mailId: string,
  { workUnitId, detail }: Pick<MadeOfMail, 'workUnitId' | 'detail'>,
): Promise<void> => {
  await updateMails(db, {
    tenantId,
    mailId,
    workUnitId,
    detail: storedDetail(detail),
  });
};
