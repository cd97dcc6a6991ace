import type { WorkUnitState } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestClient, type TestClient } from '../../../testing/test-client.ts';
import type { TestPerson } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let first: TestPerson;
let second: TestPerson;
let unit: WorkUnit;
beforeAll(async () => {
  server = await startTestServer();
  [first, second] = [await server.person('Viewer'), await server.person('Administrator')];
});
afterAll(() => server.close());

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
} as const;

const create = async (fields: object = {}): Promise<void> => {
  const body = { ...plan, approver1: first.mail, approver2: second.mail, isApproverRequired: true, ...fields };
  const answer = await server.as('Operator').put('/v1/workunits', body);
  expect(answer.status, answer.text).toBe(201);
  unit = answer.body as WorkUnit;
};

/** Reads the unit and patches its current state. */
const patch = async (changes: Partial<WorkUnit>, client: TestClient = server.as('Operator')) => {
  const now = (await server.as('Viewer').get(`/v1/workunits/${unit.workUnitId}`)).body as WorkUnit;
  const answer = await client.patch(
    `/v1/workunits/${unit.workUnitId}`,
    Object.entries(changes).flatMap(([field, value]) => [
      { op: 'test', path: `/${field}`, value: now[field as keyof WorkUnit] },
      { op: 'replace', path: `/${field}`, value },
    ]),
  );
  return { ...answer, body: answer.body as WorkUnit };
};

const as = ({ subject }: TestPerson): TestClient =>
  createTestClient(server.app, () => server.identity.sign({ sub: subject }));

const approve = async (number: 1 | 2): Promise<void> => {
  const person = number === 1 ? first : second;
  expect((await patch({ [`approved${number}By`]: person.mail }, as(person))).status).toBe(200);
};

const refusedBy = (message: string) => ({ status: 400, body: { errors: { WorkUnit: [message] } } });
const refusal = (state: WorkUnitState) =>
  refusedBy(`This Change Request requires approval: it cannot become ${state} before it is approved.`);

const afterApproval = ['InProgress', 'Mitigated', 'Resolved', 'Closed'] as const;

beforeEach(async () => {
  await create();
  expect((await patch({ stateId: 'Acknowledged' })).status).toBe(200);
});

test.each(afterApproval)('%s is refused until both approvers have approved', async (stateId) => {
  expect(await patch({ stateId })).toMatchObject(refusal(stateId));
  await approve(1);
  expect(await patch({ stateId })).toMatchObject(refusal(stateId));
  await approve(2);
  expect((await patch({ stateId })).body).toMatchObject({ stateId });
});

test('one approval is enough if only one approver is named', async () => {
  await create({ approver2: null });
  await patch({ stateId: 'Acknowledged' });
  await approve(1);
  expect((await patch({ stateId: 'InProgress' })).status).toBe(200);
});

test('a unit waiting for approval can be put on hold, canceled and changed', async () => {
  for (const stateId of ['OnHold', 'Acknowledged', 'Canceled'] as const)
    expect((await patch({ stateId, effort: 3 })).status).toBe(200);
});

test('a batch patch requires the approval as well', async () => {
  const operations = [
    { op: 'test', path: '/stateId', value: 'Acknowledged' },
    { op: 'replace', path: '/stateId', value: 'Closed' },
  ];
  const answer = await server
    .as('Administrator')
    .post('/v1/workunits/batchpatch', [{ workUnitId: unit.workUnitId, operations }]);
  expect(answer.body).toMatchObject({ value: [{ status: 400, workUnit: null }] });
});

test('the requirement cannot be withdrawn, neither before the approval nor after it', async () => {
  const stays = refusedBy('The approval requirement of a Change Request cannot be removed.');
  for (const isApproverRequired of [false, null]) expect(await patch({ isApproverRequired })).toMatchObject(stays);
  expect((await patch({ isApproverRequired: false, stateId: 'InProgress' })).status).toBe(400);
  await approve(1);
  await approve(2);
  expect(await patch({ isApproverRequired: false })).toMatchObject(stays);
});

test('an approver can be replaced but not removed', async () => {
  await approve(1);
  expect(await patch({ approver2: null })).toMatchObject(
    refusedBy('While approval is required, an approver can be replaced by another person, not removed.'),
  );
  const { mail } = await server.person('Viewer', 'all');
  expect((await patch({ approver2: mail })).status).toBe(200);
  expect(await patch({ stateId: 'InProgress' })).toMatchObject(refusal('InProgress'));
});

test('an approval that the same patch voids does not count', async () => {
  await approve(1);
  await approve(2);
  expect(await patch({ stateId: 'InProgress', rollbackPlan: 'Hope' })).toMatchObject(refusal('InProgress'));
  const { mail } = await server.person('Viewer', 'all');
  expect(await patch({ stateId: 'InProgress', approver1: mail })).toMatchObject(refusal('InProgress'));
});

test('a plan that is changed while in progress has to be approved again before the next state', async () => {
  await approve(1);
  await approve(2);
  await patch({ stateId: 'InProgress' });
  expect((await patch({ rollbackPlan: 'Hope' })).body).toMatchObject({ stateId: 'InProgress', approved1By: null });
  expect(await patch({ stateId: 'Resolved' })).toMatchObject(refusal('Resolved'));
  await approve(1);
  await approve(2);
  expect((await patch({ stateId: 'Resolved' })).status).toBe(200);
});

test('a declined unit can be reopened as Acknowledged, but not as InProgress', async () => {
  await patch({ declined1By: first.mail }, as(first));
  expect(await patch({ stateId: 'InProgress' })).toMatchObject(refusal('InProgress'));
  expect((await patch({ stateId: 'Acknowledged' })).status).toBe(200);
});

test('an Incident in progress cannot become a Change Request that lacks its approval', async () => {
  const incident = { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1 };
  unit = (await server.as('Operator').put('/v1/workunits', incident)).body as WorkUnit;
  await patch({ stateId: 'Acknowledged' });
  await patch({ stateId: 'InProgress' });
  const migration = { ...plan, approver1: first.mail, isApproverRequired: true };
  expect(await patch(migration)).toMatchObject(refusal('InProgress'));
  expect((await patch({ ...migration, stateId: 'OnHold' })).body).toMatchObject({ workUnitTypeId: 2 });
});

test('a Change Request that requires no approval can be started without one', async () => {
  await create({ isApproverRequired: false });
  await patch({ stateId: 'Acknowledged' });
  expect((await patch({ stateId: 'InProgress' })).status).toBe(200);
});
