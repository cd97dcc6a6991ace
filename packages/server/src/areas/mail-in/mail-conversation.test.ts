import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Worker } from '../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../actions/testing/mail-peer.ts';
import { proof, testDomain } from './testing/deliver-mail.ts';
import { createMailScene, type MailScene } from './testing/mail-scene.ts';

let peer: MailPeer;
let scene: MailScene;
let worker: Worker;

beforeAll(async () => {
  peer = await startMailPeer();
  scene = await createMailScene({ environment: { SMTP_URL: peer.url } });
  worker = createTestWorker(scene.server.services, 'work-units');
});
afterAll(async () => {
  await scene.close();
  await peer.close();
});

/** The mails that the portal has sent since the last call. */
const sent = async (): Promise<readonly string[]> => {
  while ((await worker.runDue()) > 0);
  return peer.received.splice(0).map(decodeMail);
};
const headerOf = (mail: string, name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(mail)?.[1] ?? '';

it('works in both directions: a request, a note of staff, and the reply of the requester to Reply-To', async () => {
  await scene.send({ subject: 'The boiler', text: 'It is too hot.' });
  const [confirmation = ''] = await sent();
  expect(headerOf(confirmation, 'To')).toContain('anna@contoso.example');
  const [unit] = await scene.units();
  const workUnitId = Number(unit?.['workUnitId']);
  expect(headerOf(confirmation, 'Reply-To')).toBe(scene.replyTo(workUnitId));

  const staff = scene.server.as('Operator');
  const note = { workUnitId, detail: 'Which floor?', isExternalNote: true };
  expect((await staff.put('/v1/workunitnotes', note)).status).toBeLessThan(300);
  const [question = ''] = await sent();
  expect(question).toContain('Which floor?');
  const replyTo = headerOf(question, 'Reply-To');
  expect(replyTo).toMatch(new RegExp(`^reply\\+[\\w.]+@${testDomain.replaceAll('.', '\\.')}$`));

  const quoted = `On Mon, CFS wrote:\r\n> Which floor?`;
  expect(await scene.send({ to: replyTo, subject: 'Re: The boiler', text: `The second.\r\n\r\n${quoted}` })).toMatch(
    /^250/,
  );
  const [answer] = await scene.stream(workUnitId);
  expect(answer).toMatchObject({ isExternalNote: true, createdBy: 'anna@contoso.example' });
  expect(answer?.detail).toMatch(/^The second\./);
  expect(await sent()).toEqual([]);

  // A mail that the portal has sent is not accepted as a request.
  const before = (await scene.units()).length;
  await scene.send({ messageId: headerOf(question, 'Message-ID') });
  expect((await scene.received())[0]).toMatchObject({ verdict: 'Loop' });
  expect(await scene.units()).toHaveLength(before);
});

it('does not copy a note to the address that wrote it', async () => {
  const [desk, other] = ['desk@vendor.example', 'other@vendor.example'];
  await scene.send({
    subject: 'The pump',
    headers: [proof('contoso.example'), `Cc: ${desk}, ${other}`],
  });
  const [unit] = await scene.units();
  await sent();
  await scene.send({ to: scene.replyTo(Number(unit?.['workUnitId'])), from: desk, text: 'We have a ticket.' });
  const [mail = '', ...further] = await sent();
  expect(further).toEqual([]);
  expect([headerOf(mail, 'To'), headerOf(mail, 'Cc')]).toEqual(['anna@contoso.example', other]);
});
