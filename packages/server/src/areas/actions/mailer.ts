import { createTransport } from 'nodemailer';

/** A mail in plain text and HTML; the same idempotency key makes the same Message-ID, so that servers can tell a repetition. */
export interface Mail {
  readonly idempotencyKey: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly isImportant: boolean;
}

export interface Mailer {
  /** Throws when the server refuses the mail or cannot be reached within 10 s. */
  send(mail: Mail): Promise<void>;
}

const sender = 'cfs-portal@localhost';
const patience = 10_000;

/** Speaks SMTP to the server that the address names (`smtp://user:password@host:port`), which may name the sender: `?from=`. */
export const createMailer = (smtpUrl: string): Mailer => {
  const from = new URL(smtpUrl).searchParams.get('from') ?? sender;
  return {
    async send(mail) {
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: patience,
        greetingTimeout: patience,
        socketTimeout: patience,
      });
      try {
        await transport.sendMail({
          from,
          to: [...mail.to],
          cc: [...mail.cc],
          bcc: [...mail.bcc],
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.idempotencyKey}@cfs-portal>`,
          priority: mail.isImportant ? 'high' : 'normal',
        });
      } finally {
        transport.close();
      }
    },
  };
};
