import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer, type Mail } from './mailer.ts';

let server: SMTPServer;
let refuses: boolean;
const received: string[] = [];

beforeEach(async () => {
  received.length = 0;
  refuses = false;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => {
      callback(refuses ? Object.assign(new Error('Nobody here'), { responseCode: 550 }) : null);
    },
    onData: (stream, _session, callback) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      stream.on('end', () => {
        received.push(text);
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

const mail: Mail = {
  messageId: 'delivery',
  idempotencyKey: 'step-1',
  recipient: 'ops@example.com',
  subject: 'Too hot',
  body: 'The boiler is too hot.',
  isImportant: true,
};

const mailerOfServer = () => {
  const { port } = server.server.address() as AddressInfo;
  return createMailer(`smtp://127.0.0.1:${port}?from=portal@example.com`);
};

test('a mail sent twice carries the same message id', async () => {
  await mailerOfServer().send(mail);
  await mailerOfServer().send(mail);
  expect(received).toHaveLength(2);
  for (const text of received) {
    expect(text).toContain('Message-ID: <step-1@cfs-portal>');
    expect(text).toContain('From: portal@example.com');
    expect(text).toContain('X-Priority: 1');
    expect(text).toContain('The boiler is too hot.');
  }
});

test('a mail that the server refuses throws with its code', async () => {
  refuses = true;
  await expect(mailerOfServer().send(mail)).rejects.toMatchObject({ responseCode: 550 });
});
