import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer, type Mail } from './mailer.ts';
import { startMailPeer, type MailPeer } from './testing/mail-peer.ts';

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

test('a mail that the server refuses throws with its code', async () => {
  peer.refusal = 550;
  await expect(createMailer(peer.url).send(mail)).rejects.toMatchObject({ responseCode: 550 });
});
