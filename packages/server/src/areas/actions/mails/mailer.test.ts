import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createMailer, type Mail } from './mailer.ts';
import { startRawPeer, writeEndlessly } from '../testing/http-peer.ts';
import { startMailPeer, type MailPeer } from '../testing/mail-peer.ts';

let peer: MailPeer;

beforeEach(async () => {
  peer = await startMailPeer();
});
afterEach(() => peer.close());

const mail: Mail = {
  idempotencyKey: 'step-1',
  to: ['ops@example.com'],
  cc: ['site@example.com'],
  bcc: ['secret@example.com'],
  subject: 'Too hot',
  text: 'The boiler is too hot.',
  html: '<p>The boiler is <b>too hot</b>.</p>',
  isImportant: true,
};

test('a mail sent twice carries the same message id', async () => {
  await createMailer(peer.url).send(mail);
  await createMailer(peer.url).send(mail);
  expect(peer.received).toHaveLength(2);
  for (const text of peer.received) {
    expect(text).toContain('Message-ID: <step-1@cfs-portal>');
    expect(text).toContain('From: portal@example.com');
    expect(text).toContain('X-Priority: 1');
    expect(text).toContain('The boiler is too hot.');
    expect(text).toContain('<p>The boiler is <b>too hot</b>.</p>');
    expect(text).toContain('Cc: site@example.com');
    expect(text).not.toContain('secret@example.com');
  }
});

test('a mail server survives a sender that resets its connection within a mail', async () => {
  const sender = connect(Number(new URL(peer.url).port), '127.0.0.1');
  for (const command of ['EHLO sender.example.com', 'MAIL FROM:<sender@example.com>']) {
    await once(sender, 'data');
    sender.write(`${command}\r\n`);
  }
  await once(sender, 'data');
  sender.resetAndDestroy();
  await createMailer(peer.url).send(mail);
  expect(peer.received).toHaveLength(1);
});

test('sending a mail that the server refuses rejects with the reply code', async () => {
  peer.refusal = 550;
  await expect(createMailer(peer.url).send(mail)).rejects.toMatchObject({ responseCode: 550 });
});

test('a mail accepted for some of its addresses reports the refused ones', async () => {
  peer.refusedRecipients.add('site@example.com');
  expect(await createMailer(peer.url).send(mail)).toMatchObject({
    answer: expect.stringMatching(/^250 /),
    accepted: ['ops@example.com', 'secret@example.com'],
    refused: [{ address: 'site@example.com', code: 550 }],
  });
});

test('a mail limited to some of its addresses is sent only to them and names all in its headers', async () => {
  peer.refusedRecipients.add('ops@example.com');
  const { accepted, refused } = await createMailer(peer.url).send({ ...mail, only: ['site@example.com'] });
  expect({ accepted, refused }).toEqual({ accepted: ['site@example.com'], refused: [] });
  expect(peer.received[0]).toContain('To: ops@example.com');
});

test.each<[string, (socket: Socket) => void]>([
  ['accepts the connection and sends nothing', () => undefined],
  ['sends only its greeting', (socket) => socket.write('220 here\r\n')],
  [
    'never ends its response',
    (socket) => {
      socket.write('220 here\r\n');
      writeEndlessly(socket, '250-more\r\n', 20);
    },
  ],
  [
    'accepts DATA and stalls',
    (socket) => {
      let isData = false;
      socket.write('220 here\r\n');
      socket.on('data', (chunk) => {
        if (isData) return;
        isData = String(chunk).startsWith('DATA');
        socket.write(isData ? '354 go on\r\n' : '250 fine\r\n');
      });
    },
  ],
])('a mail server that %s makes the attempt time out', async (_name, speak) => {
  const raw = await startRawPeer(speak);
  onTestFinished(() => raw.close());
  await expect(createMailer(`smtp://127.0.0.1:${raw.port}`, 300).send(mail)).rejects.toThrow(
    'The mail server did not accept the mail within 0.3 s.',
  );
});

/** Offers AUTH but not STARTTLS, like a mail server whose offer is removed by an attacker on the path. */
const startPlainServer = async () => {
  const commands: string[] = [];
  let isData = false;
  const answerOf = (command: string): string => {
    if (command.startsWith('EHLO')) return '250-mx\r\n250 AUTH PLAIN';
    if (command.startsWith('AUTH')) return '235 welcome';
    if (command === 'STARTTLS') return '502 unknown';
    isData = command === 'DATA';
    return isData ? '354 go on' : '250 fine';
  };
  const raw = await startRawPeer((socket) => {
    socket.write('220 mx\r\n');
    socket.on('data', (chunk) => {
      const text = String(chunk);
      if (isData && !text.endsWith('\r\n.\r\n')) return;
      const command = isData ? '.' : text.trim();
      commands.push(command);
      socket.write(`${answerOf(command)}\r\n`);
    });
  });
  onTestFinished(() => raw.close());
  return { port: raw.port, commands };
};

// Reaches this machine but is not a loopback address.
const elsewhere = '0.0.0.0';

test('a password is not sent to another machine without TLS', async () => {
  const { port, commands } = await startPlainServer();
  const mailer = createMailer(`smtp://portal:s3cret@${elsewhere}:${port}?from=portal@example.com`, 5_000);
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ETLS' });
  expect(commands.filter((command) => command.startsWith('AUTH'))).toEqual([]);
});

test.each([
  ['to this machine', '127.0.0.1', ''],
  ['with requireTLS=false', elsewhere, '?requireTLS=false'],
])('a password is sent without TLS %s', async (_name, host, query) => {
  const { port, commands } = await startPlainServer();
  await createMailer(`smtp://portal:s3cret@${host}:${port}${query}`, 5_000).send(mail);
  expect(commands).toContain(`AUTH PLAIN ${Buffer.from('\0portal\0s3cret').toString('base64')}`);
});

test('a mail without a password needs no TLS', async () => {
  await createMailer(peer.url.replace('127.0.0.1', elsewhere)).send(mail);
  expect(peer.received).toHaveLength(1);
});
