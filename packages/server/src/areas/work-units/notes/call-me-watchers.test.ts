import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../../actions/testing/mail-peer.ts';

let peer: MailPeer;
let server: TestServer;
beforeAll(async () => {
  peer = await startMailPeer();
  server = await startTestServer({ environment: { SMTP_URL: peer.url, PUBLIC_ORIGIN: 'https://portal.example.com' } });
});
afterAll(async () => {
  await server.close();
  await peer.close();
});

// docs/reference/work-unit-desk.md#watching: "Watchers are mailed every note … by somebody else", so also a callback.
test('a callback request is mailed to the watchers', async () => {
  const requester = await server.person('Requester');
  const made = await server.as('Operator').put('/v1/workunits', {
    title: 'Disk is full',
    severityId: 'Sev2',
    workUnitTypeId: 1,
    stakeHolderFullName: requester.name,
    stakeHolderEmailAddress: requester.mail,
    stakeHolderPhoneNumber: '555',
  });
  const { workUnitId } = made.body as WorkUnit;
  expect((await server.as('Viewer').put(`/v1/workunits/${workUnitId}/watch`, {})).status).toBe(200);
  const worker = createTestWorker(server.services, 'work-units');
  while ((await worker.runDue()) > 0);
  peer.received.splice(0);
  expect((await server.as('Requester').post(`/v1/workunitnotes/callme/${workUnitId}`, {})).status).toBe(200);
  while ((await worker.runDue()) > 0);
  const { mail } = await server.person('Viewer');
  expect(peer.received.map(decodeMail).join('\n')).toContain(`To: ${mail}`);
});
