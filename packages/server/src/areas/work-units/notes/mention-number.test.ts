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

test('the mail to a mentioned person names the public number of the unit', async () => {
  const made = await server
    .as('Operator')
    .put('/v1/workunits', { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1 });
  const { workUnitId } = made.body as WorkUnit;
  await server.database.asOwner('update cfs.work_units set public_work_unit_id = 70707 where work_unit_id = $1', [
    workUnitId,
  ]);
  const { mail } = await server.person('Viewer');
  const body = { workUnitId, detail: 'Please look', mentions: [mail] };
  expect((await server.as('Operator').put('/v1/workunitnotes', body)).status).toBe(201);
  const worker = createTestWorker(server.services, 'work-units');
  while ((await worker.runDue()) > 0);
  expect(peer.received.map(decodeMail).join('\n')).toMatch(/^Subject: .*#70707/m);
});
