import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestPerson, type TestPerson } from '../../../testing/test-people.ts';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let first: TestPerson;
let second: TestPerson;
let third: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  [first, second, third] = [await approver(), await approver(), await approver()];
  await server.services.snapshot.refresh();
});
afterAll(() => server.close());

const approver = (): Promise<TestPerson> =>
  addTestPerson(server.database, {
    provider: server.identity.source.provider,
    role: 'Operator',
    tenantId: server.tenants.own,
    moment: server.clock.now(),
  });

const as = (person: TestPerson): TestClient =>
  createTestClient(server.app, () => server.identity.sign({ sub: person.subject }));

const plan = {
  title: 'Replace the disk',
  severityId: 'Sev2',
  workUnitTypeId: 2,
  resolution: 'A new disk',
  implementationPlan: 'Take it out, put the new one in',
  rollbackPlan: 'Put the old one back',
  affectedResources: 'srv-1',
  environment: 'Production',
  expectedCFSAlerts: 'Heartbeat of srv-1',
  plannedStartTime: '2026-03-03T18:00:00.000Z',
  plannedFinishTime: '2026-03-03T19:00:00.000Z',
};

let unit: WorkUnit;
const create = async (fields: object = {}): Promise<WorkUnit> => {
  const body = { ...plan, approver1: first.mail.toUpperCase(), approver2: second.mail, ...fields };
  const answer = await server.as('Operator').put('/v1/workunits', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnit;
};
beforeEach(async () => {
  unit = await create();
});

const patch = (client: TestClient, changes: Partial<WorkUnit>, seen: WorkUnit = unit) =>
  client.patch(
    `/v1/workunits/${unit.workUnitId}`,
    Object.entries(changes).flatMap(([field, value]) => [
      { op: 'test', path: `/${field}`, value: seen[field as keyof WorkUnit] },
      { op: 'replace', path: `/${field}`, value },
    ]),
  );

const current = async (): Promise<WorkUnit> =>
  (await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}`)).body as WorkUnit;

/** Fields of the given approvals without a decline. */
const decisions = ([approved1By, approved2By]: readonly (string | null)[]) => ({
  approved1By,
  approved2By,
  declined1By: null,
  declined2By: null,
});

const stream = async (): Promise<string[]> => {
  const { body } = await server
    .as('Viewer')
    .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`);
  return (body as { value: { historyType: string; detail: string }[] }).value
    .map(({ historyType, detail }) => `${historyType}: ${detail}`)
    .toReversed();
};

test('an approval is recorded under the name of the approver, whatever name the patch gives', async () => {
  const answer = await patch(as(first), { approved1By: 'somebody else', decision1Notes: 'Fine' });
  expect(answer).toMatchObject({
    status: 200,
    body: { approved1By: first.mail, declined1By: null, decision1Notes: 'Fine', stateId: 'New' },
  });
  expect((await stream()).join()).not.toContain('is approved');
});

test.each([1, 2] as const)('a decision of anybody else for approver %i is refused with 403', async (number) => {
  const named = number === 1 ? first.mail.toUpperCase() : second.mail;
  const other = number === 1 ? second : first;
  const before = await current();
  for (const client of [as(other), server.as('Operator'), server.as('Administrator')])
    for (const field of [`approved${number}By`, `declined${number}By`] as const) {
      const answer = await patch(client, { [field]: named });
      const detail = `Authenticated user does not match ${named}`;
      expect(answer).toMatchObject({ status: 403, body: { detail, errors: { WorkUnit: [detail] } } });
    }
  expect(await current()).toEqual(before);
});

test('a decline cancels the unit and keeps its notes', async () => {
  const answer = await patch(as(second), { declined2By: second.mail, decision2Notes: 'Not in the holidays' });
  expect(answer).toMatchObject({
    status: 200,
    body: { declined2By: second.mail, approved2By: null, decision2Notes: 'Not in the holidays', stateId: 'Canceled' },
  });
  expect(await stream()).toContain('WorkUnitEvent: OnCanceled');
  const late = await patch(as(first), { approved1By: first.mail });
  expect(late).toMatchObject({ status: 400, body: { errors: { WorkUnit: [expect.stringContaining('no longer')] } } });
});

test('a Change Request reopened after a decline waits for approval again', async () => {
  await patch(as(first), { approved1By: first.mail, decision1Notes: 'Fine' });
  await patch(as(second), { declined2By: second.mail, decision2Notes: 'Not in the holidays' });
  const answer = await patch(server.as('Operator'), { stateId: 'Acknowledged' }, await current());
  expect(answer).toMatchObject({
    status: 200,
    body: { stateId: 'Acknowledged', ...decisions([null, null]), decision1Notes: null, decision2Notes: null },
  });
  expect(await stream()).toEqual(
    expect.arrayContaining([
      `General: The approval of ${first.name} is void: the Change Request was reopened. Its notes were: Fine`,
      `General: The decline of ${second.name} is void: the Change Request was reopened. Its notes were: Not in the holidays`,
      `FieldChange: Declined by Approver 2: (empty) → ${second.name}`,
    ]),
  );
  await patch(as(second), { approved2By: second.mail });
  expect((await stream()).join()).not.toContain('The Change Request is approved.');
  await patch(as(first), { approved1By: first.mail });
  expect(await stream()).toContain('General: The Change Request is approved.');
});

test('a declined Change Request keeps its decision while it is finished', async () => {
  await patch(as(first), { declined1By: first.mail, decision1Notes: 'No' });
  await patch(server.as('Operator'), { stateId: 'Closed', effort: 3 }, await current());
  expect(await current()).toMatchObject({ stateId: 'Closed', declined1By: first.mail, decision1Notes: 'No' });
});

test('a Change Request reopened without a decline keeps its approvals', async () => {
  await patch(as(first), { approved1By: first.mail });
  for (const stateId of ['Canceled', 'InProgress'] as const)
    await patch(server.as('Operator'), { stateId }, await current());
  expect(await current()).toMatchObject({ stateId: 'InProgress', approved1By: first.mail });
});

test('a Change Request with an incomplete plan can be declined', async () => {
  await server.database.asOwner('update cfs.work_units set rollback_plan = null where work_unit_id = $1', [
    unit.workUnitId,
  ]);
  const answer = await patch(as(first), { declined1By: first.mail, decision1Notes: 'No way back' });
  expect(answer).toMatchObject({ status: 200, body: { declined1By: first.mail, stateId: 'Canceled' } });
});

test('the approvals of both approvers make it approved, as its history records', async () => {
  await patch(as(first), { approved1By: first.mail });
  expect((await stream()).join()).not.toContain('The Change Request is approved.');
  await patch(as(second), { approved2By: second.mail });
  expect(await stream()).toContain('General: The Change Request is approved.');
});

test('one approval is enough if only one approver is named', async () => {
  unit = await create({ approver2: null });
  await patch(as(first), { approved1By: first.mail });
  expect(await stream()).toContain('General: The Change Request is approved.');
  const nobody = await patch(as(second), { approved2By: second.mail });
  expect(nobody).toMatchObject({ status: 403, body: { detail: 'Authenticated user does not match approver 2' } });
});

test.each<[keyof WorkUnit & string, unknown, string]>([
  ['implementationPlan', 'Do it by night', 'Implementation Plan'],
  ['rollbackPlan', 'Hope', 'Rollback Plan'],
  ['affectedResources', 'srv-1, srv-2', 'Affected Resources'],
  ['environment', 'Staging', 'Environment'],
  ['expectedCFSAlerts', 'None', 'Expected CFS Alerts'],
  ['plannedStartTime', '2026-03-03T17:00:00.000Z', 'Planned Start Time'],
  ['plannedFinishTime', '2026-03-03T20:00:00.000Z', 'Planned Finish Time'],
  ['requestedChangeWindow', 'Weekend', 'Requested Change Window'],
  ['plannedOutage', true, 'Planned Outage'],
  ['securityConsiderations', 'Some', 'Security Considerations'],
  ['userImpact', 'High', 'User Impact'],
  ['costImpact', 'High', 'Cost Impact'],
])('a change of %s after an approval voids it', async (field, value, label) => {
  await patch(as(first), { approved1By: first.mail, decision1Notes: 'Fine' });
  const answer = await patch(server.as('Operator'), { [field]: value });
  expect(answer).toMatchObject({ status: 200, body: { approved1By: null, decision1Notes: null, [field]: value } });
  expect(await stream()).toContain(`General: The approval of ${first.name} is void: ${label} changed after it.`);
});

test('a change of other fields does not void an approval', async () => {
  await patch(as(first), { approved1By: first.mail });
  await patch(server.as('Operator'), { effort: 5, assignedTo: second.mail, title: 'Replace both disks' });
  expect(await current()).toMatchObject({ approved1By: first.mail });
});

test('replacing an approver voids the approval of the former one', async () => {
  await patch(as(first), { approved1By: first.mail });
  await patch(as(second), { approved2By: second.mail });
  await patch(server.as('Operator'), { approver1: third.mail });
  expect(await current()).toMatchObject({ approved1By: null, approved2By: second.mail });
});

test('an approval of content that has changed since returns 409', async () => {
  const seen = await current();
  await patch(server.as('Operator'), { rollbackPlan: 'Another' });
  const answer = await as(first).patch(`/v1/workunits/${unit.workUnitId}`, [
    { op: 'test', path: '/rollbackPlan', value: seen.rollbackPlan },
    { op: 'test', path: '/approved1By', value: null },
    { op: 'replace', path: '/approved1By', value: first.mail },
  ]);
  expect(answer.status).toBe(409);
  expect(await current()).toMatchObject({ approved1By: null });
});

test('a decision with other changes or for both approvers returns 400', async () => {
  const before = await current();
  for (const changes of [
    { approved1By: first.mail, effort: 3 },
    { approved1By: first.mail, declined1By: first.mail },
    { approved1By: first.mail, approved2By: first.mail },
    { approved1By: first.mail, decision2Notes: 'Mine' },
    { approved1By: first.mail, stateId: 'Acknowledged' },
    { decision1Notes: 'Notes alone' },
    { approved1By: null },
    { declined1By: first.mail, decision1Notes: 'x'.repeat(4_001) },
  ] as Partial<WorkUnit>[])
    expect((await patch(as(first), changes)).status, JSON.stringify(changes)).toBe(400);
  expect(await current()).toEqual(before);
});

test('an approver may change a decision while the unit is open', async () => {
  await patch(as(first), { approved1By: first.mail });
  const declined = await patch(as(first), { declined1By: first.mail }, await current());
  expect(declined).toMatchObject({ status: 200, body: { approved1By: null, stateId: 'Canceled' } });
});

test('a decision about a unit that is not a Change Request returns 400', async () => {
  await server.database.asOwner('update cfs.work_units set work_unit_type_id = 1 where work_unit_id = $1', [
    unit.workUnitId,
  ]);
  expect(await patch(as(first), { approved1By: first.mail })).toMatchObject({
    status: 400,
    body: { errors: { WorkUnit: ['Only a Change Request can be approved or declined.'] } },
  });
});

test('decisions in the body of a new unit are ignored', async () => {
  unit = await create({ approved1By: first.mail, declined2By: second.mail });
  expect(unit).toMatchObject({ approved1By: null, declined2By: null });
});
