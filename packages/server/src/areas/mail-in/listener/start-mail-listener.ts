import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MailInConfiguration } from '../../../platform/configuration.ts';
import { createTurns } from '../../../platform/limits/turns.ts';
import type { Services } from '../../../platform/services.ts';
import { parseMail } from '../parsing/parse-mail.ts';
import { findMailTarget, type MailTarget } from '../receiving/find-mail-target.ts';
import { createMailReceiver } from '../receiving/receive-mail.ts';
import { Refusal } from '../receiving/refusal.ts';
import type { MailEnvelope } from '../receiving/stored-mail.ts';
import { createArrivalLimits } from './arrival-limits.ts';
import { readContent, type MailMemory } from './read-content.ts';

/** The SMTP listener. */
export interface MailListener {
  readonly port: number;
  /** Stops accepting mails; those in progress are completed, or delivered again later. */
  close(): Promise<void>;
}

const clientLimit = 200;
const recipientLimit = 100;
const inactivityMilliseconds = 60_000;
const closeMilliseconds = 3_000;
/** Mails of a tenant that are processed concurrently; further ones wait, and those of other tenants do not. */
const concurrency = 32;
const turnMilliseconds = 30_000;
const memoryBytes = 268_435_456;

const later = {
  relay: () => new Refusal(421, '4.7.0 Too many mails from this mail server, deliver later'),
  sender: () => new Refusal(451, '4.7.1 Too many mails from this sender, deliver later'),
  tenant: () => new Refusal(451, '4.7.1 Too many mails to this recipient, deliver later'),
  memory: () => new Refusal(452, '4.3.1 Too many mails at a time, deliver later'),
  failure: (cause: unknown) => new Refusal(451, '4.3.0 The mail could not be stored, deliver later', cause),
} as const;

const stopping = (): Refusal => new Refusal(421, '4.3.2 The server is stopping, deliver later');
const unknownRecipient = (): Refusal => new Refusal(550, '5.1.1 There is no such address');

/** The targets of a mail, from its envelope. */
interface Transaction {
  readonly tenantId: string;
  readonly answered: Set<number>;
}

const senderOf = ({ envelope }: SMTPServerSession): string => (envelope.mailFrom ? envelope.mailFrom.address : '');

const announcedBytes = ({ envelope }: SMTPServerSession): number => {
  const size = envelope.mailFrom && (envelope.mailFrom.args as { SIZE?: string } | false);
  return size ? Number(size.SIZE ?? 0) : 0;
};

/**
 * Starts the SMTP listener for the mails of the organisation's mail servers. The response to a mail is 250 after its
 * changes are committed. If anything fails before that, it is 4xx, so that the mail server delivers the mail again.
 * After `draining` has aborted, new sessions and further mails get 421; the mails in progress are completed.
 */
export const startMailListener = async (
  services: Services,
  mailIn: MailInConfiguration,
  draining?: AbortSignal,
): Promise<MailListener> => {
  const { log, clock } = services;
  const limits = createArrivalLimits(mailIn.perMinute, clock);
  const memory: MailMemory = { limitBytes: Math.max(memoryBytes, 2 * mailIn.maxBytes), heldBytes: 0 };
  const receiver = createMailReceiver(services);
  const turns = createTurns(concurrency, turnMilliseconds);
  const transactions = new WeakMap<SMTPServerSession['envelope'], Transaction>();

  const addTarget = (session: SMTPServerSession, { tenantId, workUnitId }: MailTarget): void => {
    const known = transactions.get(session.envelope);
    // A database transaction is for one tenant: the mail server has to deliver to others separately.
    if (known && known.tenantId !== tenantId) throw new Refusal(452, '4.5.3 Deliver to this recipient separately');
    if (!known) {
      const sender = `${tenantId} ${senderOf(session).toLowerCase()}`;
      if (!limits.take('sender', sender)) throw later.sender();
      if (!limits.take('tenant', tenantId)) throw later.tenant();
    }
    const transaction = known ?? { tenantId, answered: new Set<number>() };
    if (workUnitId !== undefined) transaction.answered.add(workUnitId);
    transactions.set(session.envelope, transaction);
  };

  const takeContent = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const transaction = transactions.get(session.envelope);
    const content = await readContent(stream, mailIn.maxBytes, memory);
    try {
      if (!transaction) throw unknownRecipient();
      const envelope: MailEnvelope = {
        tenantId: transaction.tenantId,
        sender: senderOf(session),
        recipients: session.envelope.rcptTo.map(({ address }) => address),
        relay: session.remoteAddress,
      };
      await turns(transaction.tenantId, async () => {
        if (content.isWithoutRoom) throw later.memory();
        const mail = await parseMail(content.bytes, mailIn.domain).catch((error: unknown) => {
          log.info({ err: error }, 'a mail cannot be parsed');
          return undefined;
        });
        if (content.isTooLarge || !mail) {
          const head = mail ?? unreadMail(content.size);
          const judged = content.isTooLarge
            ? { verdict: 'TooLarge' as const, detail: `The mail has more than ${mailIn.maxBytes} bytes.` }
            : { verdict: 'Malformed' as const, detail: 'The mail cannot be parsed.' };
          await receiver.listUnread(envelope, { ...head, size: content.size, html: '' }, judged);
          throw content.isTooLarge
            ? new Refusal(552, `5.3.4 A mail may have at most ${mailIn.maxBytes} bytes`)
            : new Refusal(550, '5.6.0 This mail cannot be read');
        }
        await receiver.receive(envelope, mail, [...transaction.answered]);
      });
    } finally {
      content.release();
    }
  };

  /** Responds to a command; an unexpected failure is logged, and the mail server receives a temporary error. */
  const answer = (work: Promise<void>, callback: (error?: Error | null) => void): void => {
    work.then(
      () => callback(null),
      (error: unknown) => {
        if (!(error instanceof Refusal))
          log.warn({ err: error }, 'a mail could not be accepted and must be delivered again');
        callback(error instanceof Refusal ? error : later.failure(error));
      },
    );
  };

  const server = new SMTPServer({
    name: mailIn.domain,
    banner: 'CFS Portal',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Advertised without a limit and checked here, so that a mail that is too large is listed.
    size: mailIn.maxBytes,
    hideSize: true,
    maxClients: clientLimit,
    socketTimeout: inactivityMilliseconds,
    closeTimeout: closeMilliseconds,
    onConnect: (session, callback) => {
      if (!mailIn.relays.has(session.remoteAddress))
        callback(new Refusal(554, '5.7.1 This address may not deliver mail here'));
      else callback(draining?.aborted ? stopping() : null);
    },
    onMailFrom: (_address, session, callback) => {
      if (draining?.aborted) callback(stopping());
      else callback(limits.take('relay', session.remoteAddress) ? null : later.relay());
    },
    onRcptTo: ({ address }, session, callback) =>
      answer(
        (async () => {
          if (session.envelope.rcptTo.length >= recipientLimit) throw new Refusal(452, '4.5.3 Too many recipients');
          const target = await findMailTarget(services, address);
          if (!target) throw unknownRecipient();
          addTarget(session, target);
          if (announcedBytes(session) <= mailIn.maxBytes) return;
          const envelope = { tenantId: target.tenantId, sender: senderOf(session), recipients: [address] };
          const detail = `The mail server announced a mail of ${announcedBytes(session)} bytes.`;
          await receiver.listUnread(
            { ...envelope, relay: session.remoteAddress },
            { ...unreadMail(0), sender: { address: senderOf(session), name: '' } },
            { verdict: 'TooLarge', detail },
          );
          throw new Refusal(552, `5.3.4 A mail may have at most ${mailIn.maxBytes} bytes`);
        })(),
        callback,
      ),
    onData: (stream, session, callback) => answer(takeContent(stream, session), callback),
  });
  server.on('error', (error) => log.debug({ err: error }, 'a connection of a mail server failed'));
  server.listen(mailIn.port, mailIn.host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  log.info({ port, host: mailIn.host }, 'mails are received');
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
};

/** The head of a mail whose content was not read or cannot be parsed. */
const unreadMail = (size: number) => ({
  sender: undefined,
  copied: [],
  subject: '',
  messageId: '',
  messageKey: Buffer.alloc(32),
  size,
});
