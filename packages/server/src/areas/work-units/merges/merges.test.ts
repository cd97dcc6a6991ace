import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { watcherLimit, type Watcher } from '@cfs/contracts/work-unit-watchers';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async (title: string, fields: object = {}, tenantId = server.tenants.own): Promise<WorkUnit> => {
  const body = { title, severityId: 'Sev2', workUnitTypeId: 1, ...fields };
  const answer = await server.as('Operator', tenantId).put('/v1/workunits', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnit;
};

const stakeholder = (name: string) => ({
  stakeHolderFullName: name,
  stakeHolderEmailAddress: `${name}@example.com`,
  stakeHolderPhoneNumber: '1',
});

const merge = ({ workUnitId }: WorkUnit, target: WorkUnit, body: object = {}) =>
  server.as('Operator').post(`/v1/workunits/${workUnitId}/merge`, { targetId: target.workUnitId, ...body });
const unmerge = ({ workUnitId }: WorkUnit) => server.as('Operator').post(`/v1/workunits/${workUnitId}/unmerge`, {});

const setState = ({ workUnitId }: WorkUnit, from: string, to: string) =>
  server.as('Operator').patch(`/v1/workunits/${workUnitId}`, [
    { op: 'test', path: '/stateId', value: from },
    { op: 'replace', path: '/stateId', value: to },
  ]);

const addNote = async ({ workUnitId }: WorkUnit, detail: string, isExternalNote = false) => {
  const answer = await server.as('Operator').put('/v1/workunitnotes', { workUnitId, detail, isExternalNote });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnitHistoryRecord;
};

const historyOf = async ({ workUnitId }: WorkUnit): Promise<readonly WorkUnitHistoryRecord[]> => {
  const path = `/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`;
  return ((await server.as('Viewer').get(path)).body as { value: WorkUnitHistoryRecord[] }).value;
};
const notesOf = async (unit: WorkUnit) =>
  (await historyOf(unit)).filter(({ historyType }) => historyType === null).map(({ detail }) => detail);

const relationsOf = async ({ workUnitId }: WorkUnit): Promise<RelatedEntity[]> =>
  ((await server.as('Viewer').get(`/v1/workunits/${workUnitId}/relations`)).body as { value: RelatedEntity[] }).value;

const copiesOf = ({ workUnitId }: WorkUnit) =>
  server.database.asOwner('select address from cfs.work_unit_copies where work_unit_id = $1', [workUnitId]);

const copyIn = ({ workUnitId }: WorkUnit, address: string) =>
  server.database.asOwner(
    `insert into cfs.work_unit_copies (tenant_id, work_unit_id, address, created, created_by)
     values ($1, $2, $3, now(), 'test')`,
    [server.tenants.own, workUnitId, address],
  );

test('a merged unit is closed and related on both sides, and the target shows its notes and files', async () => {
  const source = await create('Mail is slow');
  const target = await create('The mail server is slow');
  await setState(source, 'New', 'Acknowledged');
  await addNote(target, 'Looking at the server');
  const own = await addNote(source, 'It takes a minute');
  const upload = await server
    .as('Operator')
    .send('PUT', `/v1/workunits/${source.workUnitId}/attachments?fileName=log.txt&noteId=${own.id}`, {
      headers: { 'content-type': 'application/octet-stream' },
      body: 'slow',
    });
  expect(upload.status, upload.text).toBe(201);
  expect((await merge(source, target)).body).toMatchObject({ stateId: 'Closed' });
  expect(await relationsOf(source)).toMatchObject([
    { referenceType: 'MergedInto', referenceId: String(target.workUnitId), workUnit: { stateId: 'New' } },
  ]);
  expect(await relationsOf(target)).toMatchObject([{ referenceType: 'MergedFrom', workUnit: { stateId: 'Closed' } }]);
  expect((await historyOf(source)).map(({ detail }) => detail)).toContain(
    `Merged into work unit #${target.publicWorkUnitId} The mail server is slow`,
  );
  const stream = await historyOf(target);
  expect(stream.map(({ detail }) => detail)).toContain(
    `Merged from work unit #${source.publicWorkUnitId} Mail is slow`,
  );
  expect(await notesOf(target)).toEqual(['It takes a minute', 'Looking at the server']);
  const shown = stream.find(({ detail }) => detail === 'It takes a minute');
  expect(shown).toMatchObject({
    mergedFrom: source.publicWorkUnitId,
    workUnitId: source.workUnitId,
    attachments: [{ fileName: 'log.txt' }],
  });
  const presence = await server.as('Viewer').post(`/v1/workunits/${target.workUnitId}/presence`, { mode: 'viewing' });
  expect(presence.body).toMatchObject({ attachments: 1, newestRecord: stream[0]?.id });
});

test('a merged New unit is canceled, and undoing the merge makes it New again', async () => {
  const [source, target] = [await create('Doorbell'), await create('The doorbell is broken')];
  expect((await merge(source, target)).body).toMatchObject({ stateId: 'Canceled' });
  expect((await setState(source, 'Canceled', 'InProgress')).body).toMatchObject({
    status: 409,
    detail: 'It was merged into another work unit. Undo the merge to reopen it.',
  });
  expect((await unmerge(source)).body).toMatchObject({ stateId: 'New' });
  expect((await unmerge(source)).body).toMatchObject({ stateId: 'New' });
  expect(await relationsOf(source)).toEqual([]);
  expect(await relationsOf(target)).toEqual([]);
  expect((await historyOf(target)).map(({ detail }) => detail)).toContain(
    `No longer merged from work unit #${source.publicWorkUnitId} Doorbell`,
  );
  expect((await setState(source, 'New', 'Acknowledged')).status).toBe(200);
});

test('the last unit in a chain of merges shows the notes of all', async () => {
  const [a, b, c] = [await create('A unit'), await create('B unit'), await create('C unit')];
  await addNote(a, 'of a');
  await addNote(b, 'of b');
  expect((await merge(a, b)).status).toBe(200);
  expect((await merge(b, c)).status).toBe(200);
  expect(await notesOf(c)).toEqual(['of b', 'of a']);
  expect((await unmerge(b)).status).toBe(200);
  expect(await notesOf(c)).toEqual([]);
  expect(await notesOf(b)).toEqual(['of b', 'of a']);
});

test('concurrent merges of the same two units merge once', async () => {
  const [source, target] = [await create('Twice'), await create('Target of two')];
  const answers = await Promise.all([merge(source, target), merge(source, target)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const records = (await historyOf(target)).filter(({ detail }) => detail.startsWith('Merged from'));
  expect(records).toHaveLength(1);
});

test('of two concurrent merges of two units into each other, one returns 409', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await create('One unit'), await create('Other unit')];
    const answers = await Promise.all([merge(one, other), merge(other, one)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  }
});

test('of two concurrent merges of a unit into different ones, one returns 409', async () => {
  const source = await create('Torn');
  const targets = [await create('First target'), await create('Second target')];
  const answers = await Promise.all(targets.map((target) => merge(source, target)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('the requester of a merged unit is informed, and gets copies of the target’s mails until the merge is undone', async () => {
  const source = await create('I cannot print', stakeholder('ann'));
  const target = await create('The printer is broken', stakeholder('bea'));
  expect((await merge(source, target)).status).toBe(200);
  const notice = `This request is handled together with request #${target.publicWorkUnitId} from now on.`;
  expect(await notesOf(source)).toEqual([notice]);
  expect(await copiesOf(target)).toEqual([{ address: 'ann@example.com' }]);
  const mails = await server.database.asOwner(
    `select step.input ->> 'body' as body from cfs.work_steps step where step.input ->> 'workUnitId' = $1`,
    [String(source.workUnitId)],
  );
  expect(mails.map(({ body }) => body)).toContain(notice);
  await unmerge(source);
  expect(await copiesOf(target)).toEqual([]);
  expect(await notesOf(source)).toEqual(['This request is handled separately again.', notice]);
});

test('the requester is not copied in if copiesRequester is false, and an address that was copied in before stays', async () => {
  const source = await create('I cannot print', stakeholder('ann'));
  const target = await create('The printer is broken', stakeholder('bea'));
  expect((await merge(source, target, { copiesRequester: false })).status).toBe(200);
  expect(await copiesOf(target)).toEqual([]);
  await unmerge(source);
  await copyIn(target, 'ann@example.com');
  await merge(source, target);
  await unmerge(source);
  expect(await copiesOf(target)).toEqual([{ address: 'ann@example.com' }]);
});

test('a requester of two merged units is copied in until both merges are undone', async () => {
  for (const undoesFirst of [true, false]) {
    const first = await create('I cannot print', stakeholder('ann'));
    const second = await create('Paper jam', stakeholder('Ann'));
    const target = await create('The printer is broken', stakeholder('bea'));
    await merge(first, target);
    await merge(second, target);
    await unmerge(undoesFirst ? first : second);
    expect(await copiesOf(target)).toEqual([{ address: 'ann@example.com' }]);
    await unmerge(undoesFirst ? second : first);
    expect(await copiesOf(target)).toEqual([]);
  }
});

test('undoing both merges of a requester concurrently ends the copies', async () => {
  const units = [await create('I cannot print', stakeholder('ann')), await create('Paper jam', stakeholder('ann'))];
  const target = await create('The printer is broken', stakeholder('bea'));
  for (const unit of units) await merge(unit, target);
  const answers = await Promise.all(units.map(unmerge));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await copiesOf(target)).toEqual([]);
});

test('a requester is no longer copied in if the remaining merge did not add the address', async () => {
  const kept = await create('Paper jam', stakeholder('ann'));
  const undone = await create('I cannot print', stakeholder('ann'));
  const target = await create('The printer is broken', stakeholder('bea'));
  await merge(undone, target);
  await merge(kept, target, { copiesRequester: false });
  await unmerge(undone);
  expect(await copiesOf(target)).toEqual([]);
});

test('an address that was copied in before two merges stays after both are undone', async () => {
  const units = [await create('I cannot print', stakeholder('ann')), await create('Paper jam', stakeholder('ann'))];
  const target = await create('The printer is broken', stakeholder('bea'));
  await copyIn(target, 'ann@example.com');
  for (const unit of units) await merge(unit, target);
  for (const unit of units) await unmerge(unit);
  expect(await copiesOf(target)).toEqual([{ address: 'ann@example.com' }]);
});

test('the stakeholder of the target does not see the notes of the merged unit', async () => {
  const source = await create('Salary question', stakeholder('ann'));
  const target = await create('Payroll is down', stakeholder('bea'));
  await addNote(source, 'About your salary', true);
  await merge(source, target);
  const external = await server.as('Viewer').get(`/v1/workunits/${target.workUnitId}/externalNotes`);
  expect(external.text).not.toContain('About your salary');
});

test('the watchers of a merged unit watch the target', async () => {
  const [source, target] = [await create('Watched'), await create('Target')];
  expect((await server.as('Viewer').put(`/v1/workunits/${source.workUnitId}/watch`, {})).status).toBe(200);
  await merge(source, target);
  const { mail } = await server.person('Viewer');
  const watchers = await server.as('Viewer').get(`/v1/workunits/${target.workUnitId}/watchers`);
  expect(watchers.body).toMatchObject({ value: [{ mail }] });
});

test('watchers of both units do not count twice towards the limit of the target', async () => {
  const [source, target] = [await create('Watched by two'), await create('Watched by nearly as many as may')];
  await server.database.asOwner(
    `with person as (
       insert into cfs.people (tenant_id, user_id, mail, name, provider, created, created_by)
       select '00000000-0000-0000-0000-000000000001', gen_random_uuid(), 'w' || n || '@example.com', 'W', 'test', now(), 'test'
       from generate_series(1, $4) n returning user_id, mail),
     known as (
       insert into cfs.work_unit_watchers (tenant_id, work_unit_id, user_id, mail, created)
       select $1, $2, user_id, mail, now() from person)
     insert into cfs.work_unit_watchers (tenant_id, work_unit_id, user_id, mail, created)
     select $1, $3, user_id, mail, '2020-01-01' from person where mail = 'w1@example.com'`,
    [server.tenants.own, target.workUnitId, source.workUnitId, watcherLimit - 1],
  );
  expect((await server.as('Viewer').put(`/v1/workunits/${source.workUnitId}/watch`, {})).status).toBe(200);
  await merge(source, target);
  const { mail } = await server.person('Viewer');
  const { body } = await server.as('Viewer').get(`/v1/workunits/${target.workUnitId}/watchers`);
  const mails = (body as { readonly value: readonly Watcher[] }).value.map((watcher) => watcher.mail);
  expect(mails).toHaveLength(watcherLimit);
  expect(mails).toContain(mail);
});

test('a merge that is not possible is refused with the reason', async () => {
  const target = await create('Target');
  const finished = await create('Finished');
  await setState(finished, 'New', 'Canceled');
  expect((await merge(finished, target)).body).toMatchObject({
    status: 409,
    detail: `#${finished.publicWorkUnitId} is finished: only an open work unit can be merged.`,
  });
  const open = await create('Open');
  expect((await merge(open, finished)).body).toMatchObject({
    status: 409,
    detail: `#${finished.publicWorkUnitId} is finished. Reopen it first.`,
  });
  const child = await create('Child');
  await server.as('Operator').put(`/v1/workunits/${open.workUnitId}/relations`, {
    referenceType: 'Child',
    referenceId: String(child.workUnitId),
  });
  expect((await merge(open, target)).body).toMatchObject({
    status: 409,
    detail: `1 of 1 child work units is open: #${child.publicWorkUnitId}. Give them another parent first.`,
  });
  expect((await merge(target, target)).status).toBe(400);
  const plan = {
    workUnitTypeId: 2,
    resolution: 'A new disk',
    implementationPlan: 'Swap it',
    rollbackPlan: 'Swap it back',
    affectedResources: 'srv-1',
    environment: 'Production',
    expectedCFSAlerts: 'Heartbeat',
    approver1: (await server.person('Operator')).mail,
    plannedStartTime: '2026-03-03T18:00:00.000Z',
    plannedFinishTime: '2026-03-03T19:00:00.000Z',
  };
  expect((await merge(await create('A change', plan), target)).status).toBe(409);
});

test('a unit of another tenant is refused', async () => {
  const own = await create('Our unit');
  const foreign = await create('Their unit', {}, server.tenants.foreign);
  expect((await merge(own, foreign)).status).toBe(404);
  expect((await merge(foreign, own)).status).toBe(404);
  expect((await unmerge(foreign)).status).toBe(404);
  const everywhere = server.as('Administrator', 'all');
  const path = `/v1/workunits/${own.workUnitId}/merge`;
  expect((await everywhere.post(path, { targetId: foreign.workUnitId })).status).toBe(400);
  expect((await server.as('Viewer').post(path, { targetId: foreign.workUnitId })).status).toBe(403);
  for (const body of [{}, { targetId: 0 }, { targetId: 'x' }, { targetId: own.workUnitId, more: 1 }])
    expect((await server.as('Operator').post(path, body)).status).toBe(400);
});

test('a link to the target opens the merged unit for its requester, and the target for staff', async () => {
  const asked = await server.as('Requester').put('/v1/rc/workunits', {
    title: 'My mail is slow',
    description: 'It takes a minute',
    stakeHolderPhoneNumber: '1',
  });
  expect(asked.status, asked.text).toBe(201);
  const own = asked.body as WorkUnit;
  const [middle, target] = [await create('Mail is slow for some'), await create('The mail server is slow for all')];
  const openable = async (role: 'Requester' | 'Viewer', unit: WorkUnit) =>
    (await server.as(role).get(`/v1/rc/workunits/${unit.workUnitId}/openable`)).body;
  expect(await openable('Requester', target)).toEqual({ workUnitId: null });
  expect((await merge(own, middle)).status).toBe(200);
  expect((await merge(middle, target)).status).toBe(200);
  expect((await server.as('Requester').get(`/v1/workunits/${target.workUnitId}`)).status).toBe(404);
  expect(await openable('Requester', target)).toEqual({ workUnitId: own.workUnitId });
  expect(await openable('Viewer', target)).toEqual({ workUnitId: target.workUnitId });
  expect(await openable('Requester', own)).toEqual({ workUnitId: own.workUnitId });
  expect(await openable('Requester', middle)).toEqual({ workUnitId: own.workUnitId });
});
