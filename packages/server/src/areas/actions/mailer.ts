import { createTransport } from 'nodemailer';

/** A plain mail; the same idempotency key makes the same Message-ID, so that servers can tell a repetition. */
export interface Mail {
  readonly messageId: string;
  readonly idempotencyKey: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
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
          to: mail.recipient,
          subject: mail.subject,
          text: mail.body,
          messageId: `<${mail.idempotencyKey}@cfs-portal>`,
          priority: mail.isImportant ? 'high' : 'normal',
        });
      } finally {
        transport.close();
      }
    },
  };
};
