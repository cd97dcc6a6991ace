import type { ServiceLevelClock } from '@cfs/contracts/service-levels';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import type { TestPerson } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../../actions/testing/mail-peer.ts';

let peer: MailPeer;
let server: TestServer;
let worker: Worker;
let operator: TestPerson;
let requester: TestPerson;
let unit: WorkUnit;

const addressees = async (): Promise<string[]> => {
  while ((await worker.runDue()) > 0);
  return peer.received
    .splice(0)
    .map(decodeMail)
    .map((mail) => /^To: (.+)$/m.exec(mail)?.[1]?.trim() ?? '')
    .toSorted();
};

beforeAll(async () => {
  peer = await startMailPeer();
  server = await startTestServer({ environment: { SMTP_URL: peer.url, PUBLIC_ORIGIN: 'https://portal.example.com' } });
  worker = createTestWorker(server.services, 'work-units', 'service-levels');
  [operator, requester] = [await server.person('Operator'), await server.person('Requester')];
  expect((await server.as('Administrator').put('/v1/serviceleveltargets', { responseMinutes: 60 })).status).toBe(201);
});
afterAll(async () => {
  await server.close();
  await peer.close();
});
beforeEach(async () => {
  const answer = await server.as('Administrator').put('/v1/workunits', {
    title: 'Disk is full',
    severityId: 'Sev2',
    workUnitTypeId: 1,
    assignedTo: operator.mail,
    stakeHolderFullName: requester.name,
    stakeHolderEmailAddress: requester.mail,
    stakeHolderPhoneNumber: '555',
  });
  expect(answer.status, answer.text).toBe(201);
  unit = answer.body as WorkUnit;
  await addressees();
});

const attach = async (role: 'Requester' | 'Operator', address: string, query = '') => {
  const answer = await server
    .as(role)
    .send('PUT', `${address}/${unit.workUnitId}/attachments?fileName=log.txt${query}`, {
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from('what I saw'),
    });
  expect(answer.status, answer.text).toBe(201);
};

// docs/reference/work-unit-mails.md: "an end user replies: the assignee"; the Resolution Center sends a file without
// text as a separate note.
test('a file that an end user attaches without a note is mailed to the assignee', async () => {
  const { status } = await server.as('Requester').put(`/v1/rc/workunits/${unit.workUnitId}/notes`, { detail: 'Hello' });
  expect(status).toBe(201);
  expect(await addressees()).toEqual([operator.mail]);
  await attach('Requester', '/v1/rc/workunits');
  expect(await addressees()).toEqual([operator.mail]);
});

// docs/reference/work-unit-desk.md#watching: "Watchers are mailed every note".
test('a file that staff attach without a note is mailed to the watchers', async () => {
  const { mail } = await server.person('Viewer');
  expect((await server.as('Viewer').put(`/v1/workunits/${unit.workUnitId}/watch`, {})).status).toBe(200);
  await attach('Operator', '/v1/workunits');
  expect(await addressees()).toEqual([mail]);
});

// docs/reference/service-levels.md#clocks: "The response also ends … with the first external note that staff write".
test('an external file that staff attach without a note ends the response', async () => {
  await attach('Operator', '/v1/workunits', '&isExternalNote=true');
  const { body } = await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}/serviceLevels`);
  expect((body as { value: ServiceLevelClock[] }).value).toMatchObject([{ kind: 'Response', outcome: 'Met' }]);
});
