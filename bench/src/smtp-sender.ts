import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail in the format in which it is delivered. */
export interface RawMail {
  readonly from: string;
  readonly to: string;
  /** Headers, an empty line and the content; each line ends with CRLF and none begins with a dot. */
  readonly content: readonly Buffer[];
}

/** One connection of a mail server that delivers mails, one after the other. */
export interface SmtpSender {
  /** Resolves once the listener has responded with 250. @throws Error for any other response */
  send(mail: RawMail): Promise<void>;
  quit(): void;
}

/**
 * Connects to an SMTP listener with a plain socket: a mail library would use as much of the machine as the measured
 * server.
 */
export const connectSmtp = async (port: number): Promise<SmtpSender> => {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  const expect = async (code: number): Promise<void> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true || !value.startsWith(String(code))) throw new Error(`Expected ${code}: ${String(value)}`);
      if (value.charAt(3) !== '-') return;
    }
  };
  const command = (text: string, code: number): Promise<void> => {
    socket.write(`${text}\r\n`);
    return expect(code);
  };
  await expect(220);
  await command('EHLO bench.example', 250);
  return {
    async send({ from, to, content }) {
      await command(`MAIL FROM:<${from}>`, 250);
      await command(`RCPT TO:<${to}>`, 250);
      await command('DATA', 354);
      for (const part of content) socket.write(part);
      await command('\r\n.', 250);
    },
    quit: () => void socket.end('QUIT\r\n'),
  };
};
