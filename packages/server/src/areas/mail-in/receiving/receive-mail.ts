import { systemContext, type Context } from '../../../platform/context.ts';
import type { Change } from '../../../platform/audit/change.ts';
import { createBatches } from '../../../platform/database/batches.ts';
import { DatabaseBusyError, DatabaseLostError } from '../../../platform/database/database-errors.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
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

/** The context for the changes of a mail, with its sender as the actor. */
const contextOf = ({ clock }: Needs, { tenantId, relay }: MailEnvelope, name: string): Context => ({
  ...systemContext({ name, clock, tenantId }),
  address: relay,
  route: 'SMTP',
});

/** The refusals of mails that are returned to their senders; other mails without effect are accepted and listed. */
const refusals: Partial<Record<MailFault['verdict'], () => Refusal>> = {
  Spoofed: () => new Refusal(550, '5.7.1 The sender of this mail is not verified'),
  Malformed: () => new Refusal(550, '5.6.0 This mail cannot be read'),
};

/** A mail without effect. */
interface ListedMail {
  readonly envelope: MailEnvelope;
  readonly mail: MailHead;
  readonly judged: Parameters<typeof listMail>[3];
}

/** A mail whose sender is authenticated. */
type ProvenMail = ReadMail & { readonly sender: NonNullable<ReadMail['sender']> };

interface AwaitedMail {
  readonly envelope: MailEnvelope;
  readonly mail: ProvenMail;
  /** The ids of the units that it is a reply to. */
  readonly answered: readonly number[];
}

interface Processing extends AwaitedMail {
  readonly services: Needs;
}

/** Receives mails. */
export interface MailReceiver {
  /**
   * Resolves when the changes of the mail are committed.
   *
   * @throws Refusal for a mail that is returned to its sender, after it is listed.
   */
  receive(envelope: MailEnvelope, mail: ReadMail, answered: readonly number[]): Promise<void>;
  /** Lists a mail that is not accepted because it is too large or cannot be parsed. */
  listUnread(
    envelope: MailEnvelope,
    mail: MailHead,
    judged: { readonly verdict: 'TooLarge' | 'Malformed'; readonly detail: string },
  ): Promise<void>;
}

/**
 * Limits the mails per transaction and the concurrent transactions: tenants take turns, and each has one transaction at
 * a time. An error that is not caused by a mail is reported for all mails of the transaction.
 */
const batching = {
  groupOf: ({ envelope }: { readonly envelope: MailEnvelope }): string => envelope.tenantId,
  limit: 16,
  concurrency: 2,
  isCommon: (error: unknown): boolean => error instanceof DatabaseBusyError || error instanceof DatabaseLostError,
};

const listDuplicate = (
  db: ScopedDatabase,
  { envelope, mail }: Pick<Processing, 'envelope' | 'mail'>,
  target: string,
  now: Date,
): Promise<void> =>
  listMail(db, envelope, mail, { verdict: 'Duplicate', detail: 'The mail was already delivered.', target }, now);

const takeAsReply = async (
  { services, envelope, mail }: Processing,
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
  if (detail !== null) await completeMail(db, envelope, claimed, { workUnitId, detail });
};

const takeAsRequest = async (taking: Processing, db: ScopedDatabase, change: Change): Promise<void> => {
  const { services, envelope, mail } = taking;
  const now = change.context.clock.now();
  const claimed = (await hasTakenEffect(db, envelope, mail))
    ? undefined
    : await claimMail(db, envelope, mail, { verdict: 'Request' }, now);
  if (claimed === undefined) return listDuplicate(db, taking, 'tenant', now);
  const made = await openMailedRequest(services, db, change, envelope.tenantId, mail);
  await completeMail(db, envelope, claimed, { workUnitId: made.workUnitId, detail: made.refusedFiles });
};

/**
 * Receives mails. A mail becomes a note of each unit that it is a reply to, or opens a request if it is no reply, and
 * is listed with its verdict. Mails of a tenant that arrive together are processed in one transaction. A mail that was
 * processed before has no effect.
 */
export const createMailReceiver = (services: Needs): MailReceiver => {
  const authservId = services.configuration.mailIn?.authservId ?? '';

  const processOne = async (mail: AwaitedMail, db: ScopedDatabase, change: Change): Promise<void> => {
    const taking = { ...mail, services };
    for (const workUnitId of mail.answered) await takeAsReply(taking, db, change, workUnitId);
    if (mail.answered.length === 0) await takeAsRequest(taking, db, change);
  };

  const takeAll = async (mails: readonly AwaitedMail[]): Promise<void> => {
    const contexts = mails.map(({ envelope, mail }) => contextOf(services, envelope, mail.sender.address));
    const [first] = contexts;
    if (!first) return;
    await services.gate.write(first, scope, async (db, change) => {
      await settleAll(mails.map((mail, at) => processOne(mail, db, change.as(contexts[at] ?? first))));
      crashAt('mail-before-commit');
    });
    crashAt('mail-after-commit');
  };

  const take = createBatches<AwaitedMail>({
    ...batching,
    // Mails that touch the same rows are processed in sequence: copies of one mail, and replies to the same unit.
    keysOf: ({ mail, answered }) => [mail.messageKey.toString('base64'), ...answered.map(String)],
    run: takeAll,
  });

  const list = createBatches<ListedMail>({
    ...batching,
    keysOf: () => [],
    run: async (mails) => {
      const [first] = mails;
      if (!first) return;
      const context = contextOf(services, first.envelope, 'mail in');
      await services.gate.write(context, scope, async (db) => {
        const now = context.clock.now();
        await settleAll(mails.map(({ envelope, mail, judged }) => listMail(db, envelope, mail, judged, now)));
      });
    },
  });

  return {
    listUnread: (envelope, mail, judged) => list({ envelope, mail, judged }),
    async receive(envelope, mail, answered) {
      const fault = findMailFault(mail, { envelopeSender: envelope.sender, authservId });
      const { sender } = mail;
      if (fault || !sender) {
        const judged = fault ?? { verdict: 'Malformed' as const, detail: 'The mail has no sender.' };
        await list({ envelope, mail, judged });
        const refuse = refusals[judged.verdict];
        if (refuse) throw refuse();
        return;
      }
      await take({ envelope, mail: { ...mail, sender }, answered });
    },
  };
};
