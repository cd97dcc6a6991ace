import type { Watcher } from '@cfs/contracts/work-unit-watchers';
import { watcherLimit } from '@cfs/contracts/work-unit-watchers';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import type { TestPerson } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../../actions/testing/mail-peer.ts';

let peer: MailPeer;
let server: TestServer;
let worker: Worker;
let viewer: TestPerson;
let requester: TestPerson;
let unit: WorkUnit;

/** The recipients and subjects of the mails since the last call. */
const mails = async (): Promise<string[]> => {
  while ((await worker.runDue()) > 0);
  return peer.received
    .splice(0)
    .map(decodeMail)
    .map((mail) => `${/^To: (.+)$/m.exec(mail)?.[1]?.trim()} ${/^Subject: (.+)$/m.exec(mail)?.[1]?.trim()}`)
    .toSorted();
};

const address = (): string => `/v1/workunits/${unit.workUnitId}`;

const watch = async (role: 'Viewer' | 'Operator' | 'Administrator') => {
  const answer = await server.as(role).put(`${address()}/watch`, {});
  expect(answer.status, answer.text).toBe(200);
};

const watchers = async (): Promise<readonly Watcher[]> =>
  ((await server.as('Viewer').get(`${address()}/watchers`)).body as { readonly value: Watcher[] }).value;

const note = async (role: 'Operator' | 'Administrator', detail: string, fields: object = {}) => {
  const body = { workUnitId: unit.workUnitId, detail, ...fields };
  expect((await server.as(role).put('/v1/workunitnotes', body)).status).toBe(201);
};

beforeAll(async () => {
  peer = await startMailPeer();
  server = await startTestServer({ environment: { SMTP_URL: peer.url, PUBLIC_ORIGIN: 'https://portal.example.com' } });
  worker = createTestWorker(server.services, 'work-units');
  [viewer, requester] = [await server.person('Viewer'), await server.person('Requester')];
});
afterAll(async () => {
  await server.close();
  await peer.close();
});
beforeEach(async () => {
  const answer = await server.as('Operator').put('/v1/workunits', {
    title: 'Disk is full',
    severityId: 'Sev2',
    workUnitTypeId: 1,
    stakeHolderFullName: requester.name,
    stakeHolderEmailAddress: requester.mail,
    stakeHolderPhoneNumber: '555',
  });
  expect(answer.status, answer.text).toBe(201);
  unit = answer.body as WorkUnit;
  await mails();
});

describe('watching', () => {
  test('is listed with the name of the watcher, can be filtered by, and can be ended', async () => {
    await watch('Viewer');
    await watch('Viewer');
    expect(await watchers()).toEqual([{ userId: viewer.userId, mail: viewer.mail, displayName: viewer.name }]);
    const watched = async (mail: string) =>
      (await server.as('Viewer').get(`/v1/workunits?$filter=watchers/any(w:w/mail eq '${mail}')&$select=workUnitId`))
        .body;
    expect(await watched(viewer.mail)).toMatchObject({ value: [{ workUnitId: unit.workUnitId }] });
    expect(await watched(requester.mail)).toMatchObject({ value: [] });
    const own = `${address()}/watchers/${viewer.userId}`;
    expect((await server.as('Viewer').delete(own)).status).toBe(204);
    expect(await watchers()).toEqual([]);
    expect((await server.as('Viewer').delete(own)).status).toBe(404);
  });

  test('can be ended for others only with edit permission', async () => {
    await watch('Operator');
    const { userId } = await server.person('Operator');
    expect((await server.as('Viewer').delete(`${address()}/watchers/${userId}`)).status).toBe(403);
    expect((await server.as('Administrator').delete(`${address()}/watchers/${userId}`)).status).toBe(204);
    expect(await watchers()).toEqual([]);
  });

  test('is refused beyond the limit, to requesters and for a unit out of reach', async () => {
    await server.database.asOwner(
      `with person as (
         insert into cfs.people (tenant_id, user_id, mail, name, provider, created, created_by)
         select '00000000-0000-0000-0000-000000000001', gen_random_uuid(), 'w' || n || '@example.com', 'W', 'test', now(), 'test'
         from generate_series(1, $3) n returning user_id, mail)
       insert into cfs.work_unit_watchers (tenant_id, work_unit_id, user_id, mail, created)
       select $1, $2, user_id, mail, now() from person`,
      [server.tenants.own, unit.workUnitId, watcherLimit],
    );
    expect((await server.as('Viewer').put(`${address()}/watch`, {})).status).toBe(409);
    expect((await server.as('Requester').put(`${address()}/watch`, {})).status).toBe(403);
    expect((await server.as('Viewer', server.tenants.foreign).put(`${address()}/watch`, {})).status).toBe(404);
  });
});

describe('a watcher is mailed', () => {
  test('a note of another person, once', async () => {
    await watch('Viewer');
    await watch('Operator');
    await note('Operator', 'Ordered a disk', { mentions: [] });
    expect(await mails()).toEqual([`${viewer.mail} Note on WU #${unit.publicWorkUnitId}: Disk is full`]);
    await note('Administrator', `@${viewer.name} please look`, { mentions: [viewer.mail] });
    const sent = await mails();
    expect(sent.filter((mail) => mail.startsWith(viewer.mail))).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });

  test('a new state', async () => {
    await watch('Viewer');
    const operations = [
      { op: 'test', path: '/stateId', value: 'New' },
      { op: 'replace', path: '/stateId', value: 'Acknowledged' },
    ];
    expect((await server.as('Operator').patch(address(), operations)).status).toBe(200);
    expect(await mails()).toEqual([`${viewer.mail} Acknowledged: WU #${unit.publicWorkUnitId}: Disk is full`]);
  });

  test('nothing after losing access to the unit', async () => {
    await watch('Viewer');
    await server.database.asOwner(`update cfs.people set enabled = false where user_id = $1`, [viewer.userId]);
    await server.services.snapshot.refresh();
    await note('Operator', 'Ordered a disk');
    expect(await mails()).toEqual([]);
    await server.database.asOwner(`update cfs.people set enabled = true where user_id = $1`, [viewer.userId]);
    await server.services.snapshot.refresh();
  });
});

test('a reply of the requester is mailed to the assignee and to the watchers', async () => {
  const { mail: assignee } = await server.person('Operator');
  const operations = [
    { op: 'test', path: '/assignedTo', value: null },
    { op: 'replace', path: '/assignedTo', value: assignee },
  ];
  expect((await server.as('Operator').patch(address(), operations)).status).toBe(200);
  await watch('Viewer');
  await mails();
  const reply = await server.as('Requester').put(`/v1/rc/workunits/${unit.workUnitId}/notes`, { detail: 'Still full' });
  expect(reply.status, reply.text).toBe(201);
  const subject = `Reply on WU #${unit.publicWorkUnitId}: Disk is full`;
  expect(await mails()).toEqual([`${assignee} ${subject}`, `${viewer.mail} ${subject}`].toSorted());
});
