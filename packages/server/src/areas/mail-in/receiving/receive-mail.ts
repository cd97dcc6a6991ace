import { systemContext, type Context } from '../../../platform/context.ts';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { crashAt } from '../../../platform/durable-work/kill-points.ts';
import type { Services } from '../../../platform/services.ts';
import { addMailedReply } from '../../work-units/mailed/add-mailed-reply.ts';
import { openMailedRequest } from '../../work-units/mailed/open-mailed-request.ts';
import { findMailFault, type MailFault } from '../parsing/find-mail-fault.ts';
import { foldQuote } from '../parsing/fold-quote.ts';
import type { ReadMail } from '../parsing/parse-mail.ts';
import { Refusal } from './refusal.ts';
import { claimMail, completeMail, hasTakenEffect, listMail, type MailEnvelope, type MailHead } from './stored-mail.ts';

type Needs = Pick<Services, 'gate' | 'clock' | 'configuration' | 'identity' | 'snapshot' | 'work'>;

const scope = { permission: ['WorkUnits:create', 'WorkUnits:edit'], shared: true } as const;

/** The sender of a mail as the author of what it changes. */
const contextOf = ({ clock }: Needs, { tenantId, relay }: MailEnvelope, name: string): Context => ({
  ...systemContext({ name, clock, tenantId }),
  address: relay,
  route: 'SMTP',
});

/** The answers to mails that are returned to their senders; the others are taken and listed. */
const refusals: Partial<Record<MailFault['verdict'], () => Refusal>> = {
  Spoofed: () => new Refusal(550, '5.7.1 The sender of this mail is not proven'),
  Malformed: () => new Refusal(550, '5.6.0 This mail cannot be read'),
};

const list = (services: Needs, envelope: MailEnvelope, mail: MailHead, judged: Parameters<typeof listMail>[3]) => {
  const context = contextOf(services, envelope, 'mail in');
  return services.gate.write(context, scope, (db) => listMail(db, envelope, mail, judged, context.clock.now()));
};

/** Lists a mail that the server does not take as it is too large or cannot be parsed. */
export const listUnreadMail = (
  services: Needs,
  envelope: MailEnvelope,
  mail: MailHead,
  judged: { readonly verdict: 'TooLarge' | 'Malformed'; readonly detail: string },
): Promise<void> => list(services, envelope, mail, judged);

/** A mail whose sender is proven. */
type ProvenMail = ReadMail & { readonly sender: NonNullable<ReadMail['sender']> };

interface Taking {
  readonly services: Needs;
  readonly envelope: MailEnvelope;
  readonly mail: ProvenMail;
}

const listDuplicate = (
  db: ScopedDatabase,
  { envelope, mail }: Pick<Taking, 'envelope' | 'mail'>,
  target: string,
  now: Date,
): Promise<void> =>
  listMail(db, envelope, mail, { verdict: 'Duplicate', detail: 'The mail was delivered before.', target }, now);

const takeAsReply = async (
  { services, envelope, mail }: Taking,
  db: ScopedDatabase,
  change: Change,
  workUnitId: number,
): Promise<void> => {
  const now = change.context.clock.now();
  const target = String(workUnitId);
  const claimed = await claimMail(db, envelope, mail, { verdict: 'Note', target, workUnitId }, now);
  if (claimed === undefined) return listDuplicate(db, { envelope, mail }, target, now);
  const detail = await addMailedReply(services, db, change, workUnitId, {
    ...mail,
    text: foldQuote(mail.text),
  });
  if (detail !== null) await completeMail(db, envelope, claimed, { detail });
};

const takeAsRequest = async (taking: Taking, db: ScopedDatabase, change: Change): Promise<void> => {
  const { services, envelope, mail } = taking;
  const now = change.context.clock.now();
  const claimed = (await hasTakenEffect(db, envelope, mail))
    ? undefined
    : await claimMail(db, envelope, mail, { verdict: 'Request' }, now);
  if (claimed === undefined) return listDuplicate(db, taking, 'tenant', now);
  const made = await openMailedRequest(services, db, change, envelope.tenantId, mail);
  await completeMail(db, envelope, claimed, { work_unit_id: made.workUnitId, detail: made.refusedFiles });
};

/**
 * Takes a mail that was read: it becomes a note of each unit that it answers, or opens a request where it answers none,
 * and is listed with its verdict, all in one transaction that has committed once this resolves. A mail that was taken
 * before changes nothing.
 *
 * @throws Refusal for a mail that is returned to its sender, once it is listed.
 */
export const receiveMail = async (
  services: Needs,
  envelope: MailEnvelope,
  mail: ReadMail,
  answered: readonly number[],
): Promise<void> => {
  const authservId = services.configuration.mailIn?.authservId ?? '';
  const fault = findMailFault(mail, { envelopeSender: envelope.sender, authservId });
  const { sender } = mail;
  if (fault || !sender) {
    const judged = fault ?? { verdict: 'Malformed' as const, detail: 'The mail has no sender.' };
    await list(services, envelope, mail, judged);
    const refuse = refusals[judged.verdict];
    if (refuse) throw refuse();
    return;
  }
  const taking: Taking = { services, envelope, mail: { ...mail, sender } };
  const context = contextOf(services, envelope, sender.address);
  await services.gate.write(context, scope, async (db, change) => {
    for (const workUnitId of answered) await takeAsReply(taking, db, change, workUnitId);
    if (answered.length === 0) await takeAsRequest(taking, db, change);
    crashAt('mail-before-commit');
  });
  crashAt('mail-after-commit');
};
