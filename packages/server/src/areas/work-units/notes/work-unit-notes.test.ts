import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let unit: WorkUnit;
beforeAll(async () => {
  server = await startTestServer();
  unit = await create(server.tenants.own);
});
afterAll(() => server.close());

const create = async (tenantId: string, fields: object = {}): Promise<WorkUnit> => {
  const body = { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, ...fields };
  return (await server.as('Operator', tenantId).put('/v1/workunits', body)).body as WorkUnit;
};

const note = (detail: unknown, isExternalNote = false, workUnitId = unit.workUnitId) =>
  server.as('Operator').put('/v1/workunitnotes', { workUnitId, detail, isExternalNote });

test('a new note is the first record of the history and names its author', async () => {
  const answer = await note('Looking into it <b>now</b>');
  expect(answer.status).toBe(201);
  const { mail } = await server.person('Operator');
  const expected = { detail: 'Looking into it <b>now</b>', historyType: null, createdBy: mail, isExternalNote: false };
  expect(answer.body).toMatchObject(expected);
  const { body } = await server
    .as('Viewer')
    .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`);
  expect((body as { value: unknown[] }).value[0]).toMatchObject(expected);
});

test('a note must have from 1 to 4,000 characters', async () => {
  expect((await note('x'.repeat(4_000))).status).toBe(201);
  expect((await note('x'.repeat(4_001))).status).toBe(400);
  expect((await note('  ')).body).toMatchObject({ errors: { Detail: ['Please enter a note.'] } });
  expect((await note(5)).status).toBe(400);
});

test('externalNotes leaves out internal notes', async () => {
  await note('Only for us');
  await note('For you', true);
  const { body } = await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}/externalNotes`);
  const details = (body as { value: { detail: string }[] }).value.map((record) => record.detail);
  expect(details).toContain('For you');
  expect(details).not.toContain('Only for us');
});

test('notes of a unit of another tenant return 404', async () => {
  const foreign = await create(server.tenants.foreign);
  const id = foreign.workUnitId;
  const operator = server.as('Operator');
  expect((await note('Hello', false, id)).status).toBe(404);
  expect((await operator.get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${id})`)).status).toBe(404);
  expect((await operator.get(`/v1/workunits/${id}/externalNotes`)).status).toBe(404);
  expect((await operator.post(`/v1/workunitnotes/callme/${id}`)).status).toBe(404);
  const notes = await server.database.asOwner(
    'select from cfs.work_unit_history where work_unit_id = $1 and history_type is null',
    [id],
  );
  expect(notes).toEqual([]);
});

test('an end user can request a callback only about an own unit', async () => {
  const { mail } = await server.person('Requester');
  const own = await create(server.tenants.own, { stakeHolderEmailAddress: mail.toUpperCase() });
  const requester = server.as('Requester');
  const answer = await requester.post(`/v1/workunitnotes/callme/${own.workUnitId}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ detail: expect.stringContaining('asks to be called back'), createdBy: mail });
  expect((await requester.get(`/v1/workunits/${own.workUnitId}/externalNotes`)).status).toBe(200);
  expect((await requester.post(`/v1/workunitnotes/callme/${unit.workUnitId}`)).status).toBe(404);
});

test('a callback requested by staff is for the stakeholder', async () => {
  const named = await create(server.tenants.own, {
    stakeHolderFullName: 'Stella',
    stakeHolderEmailAddress: 'stella@example.com',
    stakeHolderPhoneNumber: '555',
  });
  const { mail } = await server.person('Operator');
  const answer = await server.as('Operator').post(`/v1/workunitnotes/callme/${named.workUnitId}`);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      detail: `Stella (stella@example.com) asks to be called back, as ${mail} notes. Phone number: 555`,
      createdBy: mail,
      isExternalNote: true,
    },
  });
  expect(await server.as('Operator').post(`/v1/workunitnotes/callme/${unit.workUnitId}`)).toMatchObject({
    status: 400,
    body: { errors: { WorkUnit: ['This work unit has no stakeholder to call back.'] } },
  });
});

test('a callback requested by staff who are the stakeholder is for them', async () => {
  const { mail, name } = await server.person('Operator');
  const own = await create(server.tenants.own, { stakeHolderEmailAddress: mail.toUpperCase() });
  const answer = await server.as('Operator').post(`/v1/workunitnotes/callme/${own.workUnitId}`);
  expect(answer.body).toMatchObject({ detail: `${name} (${mail}) asks to be called back.` });
});

test('malformed unit numbers return 400', async () => {
  for (const id of ['abc', '1e3', '-1', '99999999999999999999'])
    expect((await server.as('Viewer').get(`/v1/workunits/${id}/externalNotes`)).status).toBe(400);
});
