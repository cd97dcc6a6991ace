import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';

/** The domain of the tenants' addresses, and the name of the delivering mail server. */
export const testDomain = 'help.example.com';
export const testRelay = 'mx.example.com';

/** Settings of a server that accepts mails for this domain on any free port. */
export const mailInSettings = {
  MAIL_IN_PORT: '0',
  MAIL_IN_DOMAIN: testDomain,
  MAIL_IN_AUTHSERV_ID: testRelay,
  MAIL_IN_SENDER_RATE_LIMIT: '1000',
} as const;

/** The header that the mail server adds to a mail whose sender is authenticated. */
export const proof = (domain: string): string =>
  `Authentication-Results: ${testRelay}; dmarc=pass header.from=${domain}`;

export interface TestMail {
  /** Sender of the envelope; by default that of `From`. */
  readonly envelopeSender?: string;
  readonly from?: string;
  readonly to?: string | readonly string[];
  readonly subject?: string;
  /** By default a unique number. */
  readonly messageId?: string;
  /** Further header lines, above the others. */
  readonly headers?: readonly string[];
  readonly text?: string;
  /** In place of the text: the headers of the content, an empty line, and the content. */
  readonly content?: string;
}

let count = 0;

/** A mail as the mail server delivers it. */
export const rawMail = (mail: TestMail): string => {
  const from = mail.from ?? 'Anna Berg <anna@contoso.example>';
  const domain = /@([^>]+)/.exec(from)?.[1] ?? '';
  return [
    ...(mail.headers ?? [proof(domain)]),
    `From: ${from}`,
    `To: ${[mail.to ?? `support@${testDomain}`].flat().join(', ')}`,
    `Subject: ${mail.subject ?? 'It is too hot'}`,
    `Message-ID: ${mail.messageId ?? `<test-${++count}@contoso.example>`}`,
    'Date: Mon, 23 Nov 2026 08:00:00 +0000',
    ...(mail.content === undefined
      ? ['Content-Type: text/plain; charset=utf-8', '', mail.text ?? 'The boiler is too hot.']
      : [mail.content]),
  ].join('\r\n');
};

/** Delivers a mail by SMTP; resolves with the server's last response, or throws an error with its `responseCode`. */
export const deliver = async (port: number, mail: TestMail, raw = rawMail(mail)): Promise<string> => {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    const from =
      mail.envelopeSender ?? /<?([^<>\s]+@[^<>\s]+?)>?$/.exec(mail.from ?? 'anna@contoso.example')?.[1] ?? '';
    const to = [mail.to ?? `support@${testDomain}`].flat();
    const { response } = await transport.sendMail({ envelope: { from, to }, raw });
    return response;
  } finally {
    transport.close();
  }
};

/** Sends a mail up to its last byte; `answered` resolves with the response to it. */
export const beginDelivery = async (port: number, to: string, raw = rawMail({ to })) => {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async (): Promise<string> => String((await lines.next()).value);
  await once(socket, 'connect');
  await answer();
  for (const command of ['HELO x', 'MAIL FROM:<anna@contoso.example>', `RCPT TO:<${to}>`, 'DATA']) {
    socket.write(`${command}\r\n`);
    await answer();
  }
  socket.write(`${raw}\r\n.\r\n`);
  return { answered: answer(), close: () => void socket.destroy() };
};
