import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine that a test can make refuse mails. */
export interface MailPeer {
  /** A value for SMTP_URL, with the sender portal@example.com. */
  readonly url: string;
  /** The mails that it accepted, headers included. */
  readonly received: string[];
  /** The mails that it read and refused. */
  readonly refused: string[];
  /** The reply code with which it refuses each mail that it has read; `undefined` accepts them. */
  refusal: number | undefined;
  /** The number of accepted mails after which it reads a mail without replying; infinite by default. */
  silentFrom: number;
  /** The recipients that it refuses permanently. */
  readonly refusedRecipients: Set<string>;
  /** The recipients that it refuses temporarily. */
  readonly deferredRecipients: Set<string>;
  close(): Promise<void>;
}

export const startMailPeer = async (): Promise<MailPeer> => {
  const received: string[] = [];
  const refused: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) => {
      if (peer.refusedRecipients.has(address)) callback(Object.assign(new Error('Unknown'), { responseCode: 550 }));
      else if (peer.deferredRecipients.has(address)) callback(Object.assign(new Error('Busy'), { responseCode: 450 }));
      else callback(null);
    },
    onData: (stream, _session, callback) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      stream.on('end', () => {
        const { refusal } = peer;
        (refusal === undefined ? received : refused).push(text);
        if (received.length > peer.silentFrom) return;
        callback(refusal === undefined ? null : Object.assign(new Error('Not now'), { responseCode: refusal }));
      });
    },
  });
  // A sender that is killed resets its connections; the peer serves the next one. Any other error fails the test.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const peer: MailPeer = {
    url: `smtp://127.0.0.1:${port}?from=portal@example.com`,
    received,
    refused,
    refusal: undefined,
    silentFrom: Infinity,
    refusedRecipients: new Set(),
    deferredRecipients: new Set(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return peer;
};

/** Decodes the quoted-printable parts of a received mail and unfolds its headers. */
export const decodeMail = (mail = ''): string =>
  Buffer.from(
    mail
      .replaceAll('\r\n', '\n')
      .replaceAll(/=\n/g, '')
      .replaceAll(/\n[ \t]+/g, ' ')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');
