import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Worker } from '../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../actions/testing/mail-peer.ts';

let peer: MailPeer;
let server: TestServer;
let worker: Worker;

beforeAll(async () => {
  peer = await startMailPeer();
  server = await startTestServer({ environment: { SMTP_URL: peer.url, PUBLIC_ORIGIN: 'https://portal.example.com' } });
  worker = createTestWorker(server.services, 'work-units');
});
afterAll(async () => {
  await server.close();
  await peer.close();
});

/** The only mail since the last call: its recipient, and the unit, screen and tenant of its link. */
const mail = async () => {
  while ((await worker.runDue()) > 0);
  const received = peer.received.splice(0).map(decodeMail);
  expect(received).toHaveLength(1);
  const [text = ''] = received;
  const [, tenantId, screen, workUnitId] =
    /https:\/\/portal\.example\.com\/([\da-f-]{36})\/(\w+)\?workUnitId=(\d+)/.exec(text) ?? [];
  return { to: /^To: (.+)$/m.exec(text)?.[1]?.trim(), text, tenantId, screen, workUnitId };
};

/** The notes that the recipient of a mail reads by its link, newest first. */
const followed = async (role: 'Requester' | 'Operator', { tenantId, workUnitId }: Awaited<ReturnType<typeof mail>>) => {
  const answer = await server.as(role, tenantId).get(`/v1/workunits/${workUnitId}/externalNotes`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { readonly value: WorkUnitHistoryRecord[] }).value;
};

test('a requester and an operator exchange three replies, each through the link of a mail', async () => {
  const [requester, agent] = [await server.person('Requester'), await server.person('Operator')];
  const request = await server.as('Requester').put('/v1/rc/workunits', {
    title: 'My disk is full',
    description: 'Nothing can be saved',
    stakeHolderPhoneNumber: '555',
  });
  const { workUnitId } = request.body as WorkUnit;
  expect(await mail()).toMatchObject({ to: requester.mail, screen: 'resolutioncenter' });
  const operations = [
    { op: 'test', path: '/assignedTo', value: null },
    { op: 'replace', path: '/assignedTo', value: agent.mail },
  ];
  expect((await server.as('Operator').patch(`/v1/workunits/${workUnitId}`, operations)).status).toBe(200);

  for (const round of [1, 2, 3]) {
    const question = `Question ${round}`;
    const note = { workUnitId, detail: question, isExternalNote: true };
    expect((await server.as('Operator').put('/v1/workunitnotes', note)).status).toBe(201);
    const asked = await mail();
    expect(asked).toMatchObject({ to: requester.mail, screen: 'resolutioncenter' });
    expect(asked.text).toContain(question);
    expect((await followed('Requester', asked))[0]).toMatchObject({ detail: question, createdByName: agent.name });

    const reply = `Answer ${round}`;
    const replied = await server.as('Requester').put(`/v1/rc/workunits/${asked.workUnitId}/notes`, { detail: reply });
    const { id } = replied.body as WorkUnitHistoryRecord;
    const attached = await server
      .as('Requester')
      .send('PUT', `/v1/rc/workunits/${asked.workUnitId}/attachments?fileName=log${round}.txt&noteId=${id}`, {
        headers: { 'content-type': 'application/octet-stream' },
        body: `Log ${round}`,
      });
    expect(attached.status, attached.text).toBe(201);
    const notice = await mail();
    expect(notice).toMatchObject({ to: agent.mail, screen: 'workunitsv2' });
    expect(notice.text).toContain(reply);
    const [newest] = await followed('Operator', notice);
    expect(newest).toMatchObject({ detail: reply, attachments: [{ fileName: `log${round}.txt` }] });
    const { attachmentId } = newest?.attachments?.[0] ?? {};
    const file = await server.as('Operator').get(`/v1/workunits/${notice.workUnitId}/attachments/${attachmentId}`);
    expect(file.text).toBe(`Log ${round}`);
  }
});
