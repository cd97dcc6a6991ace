import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestPerson } from '../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const request = {
  title: 'Need a new screen',
  description: 'Mine is broken',
  severityId: 'Sev3',
  stakeHolderPhoneNumber: '+47 555 0100',
};

const ask = async (body: object = request) => {
  const answer = await server.as('Requester').put('/api/v1/rc/workunits', body);
  return { ...answer, body: answer.body as ResolutionCenterUnit };
};

const list = async (role: 'Requester' | 'Operator', query = '') =>
  (await server.as(role).get(`/v1/workunits/rc?${query}`)).body as {
    value: ResolutionCenterUnit[];
    '@odata.count'?: number;
  };

test('a request creates an incident with the caller as its stakeholder', async () => {
  const { status, body } = await ask();
  expect(status).toBe(201);
  const { mail, name } = await server.person('Requester');
  expect(body).toMatchObject({
    title: 'Need a new screen',
    severityId: 'Sev3',
    stateId: 'New',
    workUnitTypeId: 1,
    tenantId: server.tenants.own,
    stakeHolderFullName: name,
    stakeHolderEmailAddress: mail,
    createdBy: mail,
  });
  expect(body).not.toHaveProperty('assignedTo');
});

test('an end user sees only their own incidents, newest first', async () => {
  const mine = [(await ask()).body, (await ask()).body];
  await server.as('Operator').put('/v1/workunits', { title: 'Of the staff', severityId: 'Sev0', workUnitTypeId: 1 });
  const { mail } = await server.person('Requester');
  const page = await list('Requester', '$orderby=created desc&$count=true');
  expect(page.value.map((unit) => unit.workUnitId)).toEqual(
    expect.arrayContaining(mine.map((unit) => unit.workUnitId)),
  );
  expect(page.value.every((unit) => unit.createdBy === mail)).toBe(true);
  expect(page['@odata.count']).toBe(page.value.length);
});

test('an incident with the caller as stakeholder is their own', async () => {
  const { mail } = await server.person('Requester');
  const body = { title: 'For you', severityId: 'Sev2', workUnitTypeId: 1, stakeHolderEmailAddress: mail.toUpperCase() };
  const made = (await server.as('Operator').put('/v1/workunits', body)).body as ResolutionCenterUnit;
  const page = await list('Requester');
  expect(page.value.map((unit) => unit.workUnitId)).toContain(made.workUnitId);
  const one = await server.as('Requester').get(`/v1/workunits/${made.workUnitId}`);
  expect(one.body).toMatchObject({ title: 'For you' });
  expect(one.body).not.toHaveProperty('assignedTo');
});

test("an incident is the stakeholder's own regardless of the case of the mail address", async () => {
  const { database, clock, identity, services, tenants } = server;
  const person = await addTestPerson(database, {
    provider: identity.source.provider,
    role: 'Requester',
    tenantId: tenants.own,
    moment: clock.now(),
    mail: 'Mary.Major@Example.com',
  });
  await services.snapshot.refresh();
  const requester = server.withCredential(await identity.sign({ sub: person.subject }));
  for (const stakeHolderEmailAddress of ['mary.major@example.com', 'MARY.MAJOR@EXAMPLE.COM']) {
    const body = { title: 'For Mary', severityId: 'Sev2', workUnitTypeId: 1, stakeHolderEmailAddress };
    const { workUnitId } = (await server.as('Operator').put('/v1/workunits', body)).body as ResolutionCenterUnit;
    expect((await requester.get(`/v1/workunits/${workUnitId}`)).status).toBe(200);
    const page = (await requester.get('/v1/workunits/rc')).body as { value: ResolutionCenterUnit[] };
    expect(page.value.map((unit) => unit.workUnitId)).toContain(workUnitId);
  }
});

test('staff see all incidents of the tenant and no other units', async () => {
  const other = { title: 'A user request', severityId: 'Sev2', workUnitTypeId: 4 };
  expect((await server.as('Operator').put('/v1/workunits', other)).status).toBe(201);
  const titles = (await list('Operator')).value.map((unit) => unit.title);
  expect(titles).toEqual(expect.arrayContaining(['Need a new screen', 'Of the staff', 'For you']));
  expect(titles).not.toContain('A user request');
  const foreign = await server.as('Operator', server.tenants.foreign).get('/v1/workunits/rc');
  expect(foreign.body).toMatchObject({ value: [] });
});

test('the list has no properties for internal data of staff', async () => {
  expect((await server.as('Requester').get('/v1/workunits/rc?$select=assignedTo')).status).toBe(400);
  expect((await server.as('Requester').get(`/v1/workunits/rc?$filter=assignedTo eq 'x'`)).status).toBe(400);
});

test('a search covers the visible texts of a request, ignoring case', async () => {
  const { workUnitId } = (await ask({ ...request, title: 'Ein Über-Problem', description: 'The left\none is dark' }))
    .body;
  const search = async (text: string) =>
    (await list('Requester', `$search=${encodeURIComponent(`"${text}"`)}`)).value.map((unit) => unit.workUnitId);
  for (const text of ['über-p', 'ONE is', String(workUnitId)]) expect(await search(text), text).toContain(workUnitId);
  expect(await search('über-q')).toEqual([]);
  const file = await server.as('Requester').get('/v1/workunits/rc/Export()?$search=%C3%9Cber-Problem&$select=title');
  expect(file.text).toContain('Ein Über-Problem');
});

test('a search does not cover internal data of staff', async () => {
  const { workUnitId } = (await ask({ ...request, title: 'Assigned to somebody' })).body;
  await server.database.asOwner(
    `update cfs.work_units set assigned_to = 'secret.person@example.com' where work_unit_id = $1`,
    [workUnitId],
  );
  expect((await list('Requester', '$search=secret.person')).value).toEqual([]);
  expect((await server.as('Viewer').get('/v1/workunits?$search=secret.person')).body).toMatchObject({
    value: [{ workUnitId }],
  });
});

test('a request without its fields returns an error for each of them', async () => {
  const answer = await ask({});
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    errors: {
      Title: ['Please enter a title for the Work Unit.'],
      Description: ['Please enter a Work Unit description'],
      StakeHolderPhoneNumber: ['Please enter a phone number.'],
    },
  });
  expect((await ask({ ...request, description: 'x'.repeat(4_001) })).status).toBe(400);
  expect((await ask({ ...request, severityId: 'Sev0' })).status).toBe(400);
  expect((await ask({ ...request, tenantId: server.tenants.foreign })).status).toBe(400);
});

const addCategory = async (fields: object): Promise<{ service: number; need: number }> => {
  const admin = server.as('Administrator');
  const category = { name: 'Hardware', workUnitTypeId: 1, isVisibleInResolutionCenter: true, ...fields };
  const { workUnitCategoryId } = (await admin.put('/v1/workunitcategories', category)).body as {
    workUnitCategoryId: number;
  };
  const need = await admin.put('/v1/workunitsubcategories', { workUnitCategoryId, name: 'Screen' });
  return {
    service: workUnitCategoryId,
    need: (need.body as { workUnitSubcategoryId: number }).workUnitSubcategoryId,
  };
};

test('a request accepts only a service and a need that are offered', async () => {
  const [offered, other] = [await addCategory({}), await addCategory({})];
  const named = { ...request, workUnitCategoryId: offered.service, workUnitSubcategoryId: offered.need };
  expect(await ask({ ...named, workUnitId: -1 })).toMatchObject({
    status: 201,
    body: { workUnitCategoryId: offered.service, workUnitSubcategoryId: offered.need },
  });
  const hidden = [
    await addCategory({ isVisibleInResolutionCenter: false }),
    await addCategory({ isEnabled: false }),
    await addCategory({ workUnitTypeId: 2 }),
  ];
  for (const { service } of hidden)
    for (const role of ['Requester', 'Operator'] as const) {
      const answer = await server.as(role).put('/v1/rc/workunits', { ...request, workUnitCategoryId: service });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: { WorkUnitCategoryId: ['Please choose a service that is offered.'] } },
      });
    }
  expect(await ask({ ...named, workUnitSubcategoryId: other.need })).toMatchObject({
    status: 400,
    body: { errors: { WorkUnitSubcategoryId: ['Please choose a need of the service.'] } },
  });
});

test('a viewer cannot create a request', async () => {
  expect((await server.as('Viewer').put('/v1/rc/workunits', request)).status).toBe(403);
});

const answer = (role: 'Requester' | 'Operator' | 'Viewer' | 'Administrator', workUnitId: number, body: object) =>
  server.as(role).put(`/v1/rc/workunits/${workUnitId}/notes`, body);

const notesOf = async (workUnitId: number) =>
  (await server.as('Requester').get(`/v1/workunits/${workUnitId}/externalNotes`)).body as {
    value: { detail: string; createdBy: string; isExternalNote: boolean; attachments?: { fileName: string }[] }[];
  };

test('a requester replies to their own request with an external note', async () => {
  const { workUnitId } = (await ask()).body;
  const { mail } = await server.person('Requester');
  const expected = { detail: 'Is there any news?', createdBy: mail, isExternalNote: true, historyType: null };
  const stored = await answer('Requester', workUnitId, { detail: '  Is there any news?  ' });
  expect(stored).toMatchObject({ status: 201, body: expected });
  expect((await notesOf(workUnitId)).value).toMatchObject([expected]);
  const records = await server.database.asOwner(
    `select actor_name from cfs.audit_records where entity = 'WorkUnitNote' and entity_id = $1`,
    [String((stored.body as { id: number }).id)],
  );
  expect(records).toHaveLength(1);
});

test('a reply has 1 to 4,000 characters and no other fields', async () => {
  const { workUnitId } = (await ask()).body;
  expect((await answer('Requester', workUnitId, { detail: 'x'.repeat(4_000) })).status).toBe(201);
  for (const body of [
    { detail: 'x'.repeat(4_001) },
    { detail: ' ' },
    {},
    { detail: 'Hello', isExternalNote: false },
    { detail: 'Hello', mentions: [] },
  ])
    expect((await answer('Requester', workUnitId, body)).status, JSON.stringify(body).slice(0, 60)).toBe(400);
});

test('view:mine does not permit replies to requests of others', async () => {
  const made = await server
    .as('Operator')
    .put('/v1/workunits', { title: 'Theirs', severityId: 'Sev2', workUnitTypeId: 1 });
  const { workUnitId } = made.body as ResolutionCenterUnit;
  expect((await answer('Requester', workUnitId, { detail: 'Hello' })).status).toBe(404);
  expect((await answer('Requester', 999_999_999, { detail: 'Hello' })).status).toBe(404);
  expect((await answer('Viewer', workUnitId, { detail: 'Hello' })).status).toBe(403);
  expect((await answer('Administrator', workUnitId, { detail: 'Hello' })).status).toBe(201);
  const foreign = server.as('Requester', server.tenants.foreign);
  expect((await foreign.put(`/v1/rc/workunits/${workUnitId}/notes`, { detail: 'Hello' })).status).toBe(404);
});

test('a requester attaches files to their own reply, or without a reply', async () => {
  const { workUnitId } = (await ask()).body;
  const attach = (query: string, id = workUnitId, role: 'Requester' | 'Viewer' = 'Requester') =>
    server.as(role).send('PUT', `/v1/rc/workunits/${id}/attachments?${query}`, {
      body: 'The screen stays dark.',
      headers: { 'content-type': 'application/octet-stream' },
    });
  const note = (await answer('Requester', workUnitId, { detail: 'See the file' })).body as { id: number };
  expect(await attach(`fileName=screen.txt&noteId=${note.id}`)).toMatchObject({
    status: 201,
    body: { noteId: note.id },
  });
  expect((await attach('fileName=alone.txt&isExternalNote=false')).status).toBe(201);
  expect((await notesOf(workUnitId)).value).toMatchObject([
    { detail: 'Attached alone.txt', attachments: [{ fileName: 'alone.txt' }] },
    { detail: 'See the file', attachments: [{ fileName: 'screen.txt' }] },
  ]);
  const made = await server
    .as('Operator')
    .put('/v1/workunits', { title: 'Theirs', severityId: 'Sev2', workUnitTypeId: 1 });
  const theirs = (made.body as ResolutionCenterUnit).workUnitId;
  expect((await attach('fileName=a.txt', theirs)).status).toBe(404);
  expect((await attach('fileName=a.txt', workUnitId, 'Viewer')).status).toBe(403);
  expect((await attach('fileName=a.exe')).status).toBe(400);
});

test('a request shows how it was resolved', async () => {
  const { workUnitId } = (await ask()).body;
  await server.database.asOwner(`update cfs.work_units set resolution = 'A new screen' where work_unit_id = $1`, [
    workUnitId,
  ]);
  expect((await list('Requester', `$filter=workUnitId eq ${workUnitId}`)).value).toMatchObject([
    { resolution: 'A new screen' },
  ]);
});
