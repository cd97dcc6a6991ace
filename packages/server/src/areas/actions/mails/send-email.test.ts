import { randomUUID } from 'node:crypto';
import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maxAttempts, backoffAfter } from '../../../platform/durable-work/backoff.ts';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { startMailPeer, type MailPeer } from '../testing/mail-peer.ts';
import { action, historiesOf, matchOnce, settle } from '../../rules/testing/match-once.ts';

const { EnqueueSuccess, Failure, Success } = resultStatuses;
let peer: MailPeer;
let server: TestServer;
let entityId: string;

beforeAll(async () => {
  peer = await startMailPeer();
  server = await startTestServer({ environment: { SMTP_URL: peer.url } });
});
afterAll(async () => {
  await server.close();
  await peer.close();
});
beforeEach(() => {
  peer.received.length = 0;
  peer.refused.length = 0;
  peer.refusal = undefined;
  entityId = randomUUID();
});

const mailOnce = (): Promise<Worker> =>
  matchOnce(server, entityId, [
    action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: 'Hot: {{Value}}', Body: 'Look at {{Label}}.' }),
  ]);

const statuses = async (): Promise<number[]> =>
  (await historiesOf(server, entityId)).map((entry) => entry.result_status_id);

const messageId = (mail = ''): string | undefined => /^Message-ID: (<.+@cfs-portal>)/m.exec(mail)?.[1];

test('a match sends a mail to the recipient that its action names', async () => {
  await mailOnce();
  expect(peer.received).toHaveLength(1);
  for (const part of ['To: ops@example.com', 'From: portal@example.com', 'Subject: Hot: 120', 'Look at Hot "boiler"'])
    expect(peer.received[0]).toContain(part);
  expect(await statuses()).toEqual([EnqueueSuccess, Success]);
  expect(await server.database.asOwner('select from cfs.outbox_messages')).toEqual([]);
});

test('a permanently refused mail fails once and records the reply', async () => {
  peer.refusal = 550;
  const worker = await mailOnce();
  server.clock.advance(backoffAfter(maxAttempts));
  peer.refusal = undefined;
  await settle(worker);
  expect(peer.refused).toHaveLength(1);
  expect(peer.received).toEqual([]);
  expect(await statuses()).toEqual([EnqueueSuccess, Failure]);
  expect((await historiesOf(server, entityId)).at(-1)?.result_detail).toMatch(
    /^The mail could not be sent: .*550 Not now/,
  );
});

test('a temporarily refused mail is sent later with the same Message-ID', async () => {
  peer.refusal = 451;
  const worker = await mailOnce();
  expect(peer.received).toEqual([]);
  peer.refusal = undefined;
  server.clock.advance(backoffAfter(1));
  await settle(worker);
  expect(await statuses()).toEqual([EnqueueSuccess, Failure, Success]);
  expect(peer.refused).toHaveLength(1);
  expect(peer.received).toHaveLength(1);
  expect(messageId(peer.received[0])).toBeDefined();
  expect(messageId(peer.received[0])).toBe(messageId(peer.refused[0]));
});

test('a mail whose To has no address fails with this reason', async () => {
  await matchOnce(server, entityId, [action(builtInActions.sendEmail, { To: 'Ops' })]);
  expect(peer.received).toEqual([]);
  expect((await historiesOf(server, entityId)).at(-1)).toMatchObject({
    result_status_id: Failure,
    result_detail: 'To contains no mail address.',
  });
});
