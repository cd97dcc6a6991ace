import { createTransport } from 'nodemailer';
import { isLoopback } from '../../../platform/http/loopback.ts';
import { ownMessageIdDomain } from './is-own-message-id.ts';

/**
 * A mail in plain text and HTML. The Message-ID is derived from the idempotency key, so that servers can detect
 * duplicates.
 */
export interface Mail {
  readonly idempotencyKey: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  /** The recipients of the envelope; by default all of `to`, `cc` and `bcc`. */
  readonly only?: readonly string[] | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly isImportant: boolean;
  /** The address for replies; the sender by default. */
  readonly replyTo?: string | undefined;
  /** The link that ends the subscription to such mails without further questions (RFC 8058). */
  readonly unsubscribeLink?: string | undefined;
}

/** A recipient that the mail server rejects. */
export interface RefusedAddress {
  readonly address: string;
  /** The reply code; `undefined` for a reply without one. */
  readonly code: number | undefined;
}

/** Whether a reply code of SMTP is permanent (5xx). */
export const isPermanent = (code: number | undefined): boolean => (code ?? 0) >= 500;

/** The result of a mail that the mail server accepted for at least one address. */
export interface Delivery {
  /** The reply to the mail, such as `250 OK`. */
  readonly answer: string;
  readonly accepted: readonly string[];
  readonly refused: readonly RefusedAddress[];
}

export interface Mailer {
  /**
   * @throws Error if the server refuses the mail for every address (`refusedBy` lists them), if it cannot be reached,
   *   or if it has not accepted the mail within 30 s in total.
   */
  send(mail: Mail): Promise<Delivery>;
}

interface RefusingAnswer {
  readonly rejectedErrors?: readonly {
    readonly recipient?: string | undefined;
    readonly responseCode?: number | undefined;
  }[];
}

/** The recipients that a result or an error of nodemailer reports as rejected. */
export const refusedBy = (answer: object): RefusedAddress[] =>
  ((answer as RefusingAnswer).rejectedErrors ?? []).flatMap(({ recipient, responseCode: code }) =>
    recipient === undefined ? [] : [{ address: recipient, code }],
  );

const addressIn = (address: string | { readonly address: string }): string =>
  typeof address === 'string' ? address : address.address;

const sender = 'cfs-portal@localhost';
const inactivityMilliseconds = 10_000;
const defaultTimeoutMilliseconds = 30_000;

/**
 * Whether a password leaves this machine. It is then sent only over TLS, because an attacker on the path can hide that
 * the server offers STARTTLS.
 */
const sendsPassword = ({ username, password, hostname }: URL): boolean =>
  `${username}${password}` !== '' && !isLoopback(hostname);

/**
 * Creates a mailer for the SMTP server of the address (`smtp://user:password@host:port`); `?from=` sets the sender.
 * With user or password it requires TLS, unless the server is on this machine or the address has `?requireTLS=false`.
 */
export const createMailer = (smtpUrl: string, timeoutMilliseconds = defaultTimeoutMilliseconds): Mailer => {
  const address = new URL(smtpUrl);
  const from = address.searchParams.get('from') ?? sender;
  return {
    async send(mail) {
      const transport = createTransport({
        requireTLS: sendsPassword(address),
        // The query of the address overrides the other options.
        url: smtpUrl,
        connectionTimeout: inactivityMilliseconds,
        greetingTimeout: inactivityMilliseconds,
        socketTimeout: inactivityMilliseconds,
        dnsTimeout: inactivityMilliseconds,
      });
      const signal = AbortSignal.timeout(timeoutMilliseconds);
      try {
        const sent = await transport.sendMail({
          from,
          to: [...mail.to],
          cc: [...mail.cc],
          bcc: [...mail.bcc],
          ...(mail.only && { envelope: { from, to: [...mail.only] } }),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.idempotencyKey}@${ownMessageIdDomain}>`,
          priority: mail.isImportant ? 'high' : 'normal',
          ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
          headers: {
            // Prevents automatic replies such as out-of-office notices (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            ...(mail.unsubscribeLink !== undefined && {
              'List-Unsubscribe': `<${mail.unsubscribeLink}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal,
        });
        return { answer: sent.response, accepted: sent.accepted.map(addressIn), refused: refusedBy(sent) };
      } catch (error) {
        if (!signal.aborted) throw error;
        const reason = `The mail server did not accept the mail within ${timeoutMilliseconds / 1_000} s.`;
        throw new Error(reason, { cause: error });
      } finally {
        transport.close();
      }
    },
  };
};
