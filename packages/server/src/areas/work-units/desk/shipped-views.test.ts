import type { ShippedViewCounts } from '@cfs/contracts/shipped-view-counts';
import { shippedViewCountLimit } from '@cfs/contracts/shipped-views';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let me: string;

const create = async (fields: object, tenantId?: string): Promise<WorkUnit> => {
  const body = { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, ...fields };
  const answer = await server.as('Operator', tenantId).put('/v1/workunits', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnit;
};

const counts = async (tenantId?: string, role: 'Operator' | 'Viewer' = 'Operator') => {
  const answer = await server.as(role, tenantId).get('/v1/workunits/shippedViews');
  expect(answer.status, answer.text).toBe(200);
  const { value } = answer.body as { readonly value: ShippedViewCounts };
  return Object.fromEntries(value.map(({ key, count }) => [key, count]));
};

const plan = {
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

beforeAll(async () => {
  server = await startTestServer();
  me = (await server.person('Operator')).mail;
});
afterAll(() => server.close());

test('counts the reader’s open units, unassigned ones, and those that wait for the reader’s approval', async () => {
  expect(await counts()).toEqual({ 'my-open': 0, unassigned: 0, 'my-approvals': 0, breaching: 0 });
  const { mail: other } = await server.person('Viewer');
  const mine = await create({ assignedTo: me.toUpperCase() });
  await create({ assignedTo: other });
  await create({});
  const change = await create({ ...plan, assignedTo: other, approver1: other, approver2: me });
  expect(await counts()).toEqual({ 'my-open': 1, unassigned: 1, 'my-approvals': 1, breaching: 0 });
  expect(await counts(undefined, 'Viewer')).toEqual({ 'my-open': 2, unassigned: 1, 'my-approvals': 1, breaching: 0 });

  const patch = (unit: WorkUnit, field: keyof WorkUnit, value: unknown) =>
    server.as('Operator').patch(`/v1/workunits/${unit.workUnitId}`, [
      { op: 'test', path: `/${field}`, value: unit[field] },
      { op: 'replace', path: `/${field}`, value },
    ]);
  const waiting = () =>
    server
      .as('Operator')
      .get('/v1/workunits?$filter=waitsForApprover1 eq @me or waitsForApprover2 eq @me&$select=workUnitId');
  expect((await waiting()).body).toMatchObject({ value: [{ workUnitId: change.workUnitId }] });
  const approved = await patch(change, 'approved2By', me);
  expect(approved).toMatchObject({
    status: 200,
    body: { waitsForApprover1: other.toLowerCase(), waitsForApprover2: null },
  });
  expect((await waiting()).body).toMatchObject({ value: [] });
  expect((await patch(mine, 'stateId', 'Canceled')).status).toBe(200);
  expect(await counts()).toEqual({ 'my-open': 0, unassigned: 1, 'my-approvals': 0, breaching: 0 });
});

test('counts units of all tenants in which the reader sees work units', async () => {
  const { unassigned: own = 0 } = await counts();
  await create({}, server.tenants.foreign);
  expect(await counts()).toMatchObject({ unassigned: own });
  expect(await counts('all')).toMatchObject({ unassigned: own + 1 });
});

test('counts open units that are overdue or due within an hour', async () => {
  const { breaching: before = 0 } = await counts();
  const units = await Promise.all([-600, 1_800, 7_200].map(() => create({})));
  for (const [index, seconds] of [-600, 1_800, 7_200].entries())
    await server.database.asOwner(`update cfs.work_units set due_time = $1 where work_unit_id = $2`, [
      new Date(server.clock.now().getTime() + seconds * 1_000),
      units[index]?.workUnitId,
    ]);
  expect(await counts()).toMatchObject({ breaching: before + 2 });
  await server.database.asOwner(`update cfs.work_units set state = 7 where work_unit_id = $1`, [units[0]?.workUnitId]);
  expect(await counts()).toMatchObject({ breaching: before + 1 });
});

test('stops counting at the limit', async () => {
  await server.database.asOwner(
    `insert into cfs.work_units (tenant_id, internal_work_unit_id, title, severity, state, work_unit_type_id, created,
       created_by, modified, modified_by)
     select $1, gen_random_uuid(), 'Many', 4, 1, 1, now(), 'test', now(), 'test' from generate_series(1, $2)`,
    [server.tenants.own, shippedViewCountLimit + 1],
  );
  expect(await counts()).toMatchObject({ unassigned: shippedViewCountLimit });
});

test('concurrent calls return the same counts', async () => {
  const [one, other] = await Promise.all([counts(), counts()]);
  expect(one).toEqual(other);
});

test('@me in a filter is the caller in lists, counts, queries and exports', async () => {
  const title = 'Only mine';
  await create({ title, assignedTo: me.toUpperCase() });
  await create({ title, assignedTo: (await server.person('Viewer')).mail });
  const filter = `$filter=title eq '${title}' and tolower(assignedTo) eq @me`;
  const own = server.as('Operator');
  const asText = { headers: { 'content-type': 'text/plain' }, body: `${filter}&$top=5` };
  expect((await own.get(`/v1/workunits?${filter}&$select=assignedTo`)).body).toMatchObject({
    value: [{ assignedTo: me.toUpperCase() }],
  });
  expect((await own.get(`/v1/workunits/$count?${filter}`)).text).toBe('1');
  expect((await own.send('POST', '/v1/workunits/$query', asText)).body).toMatchObject({
    value: [{ assignedTo: me.toUpperCase() }],
  });
  const file = await own.get(`/v1/workunits/Export()?${filter}&$select=assignedTo`);
  expect(file.text).toBe(`assignedTo\r\n${me.toUpperCase()}\r\n`);
  expect((await own.get(`/v1/workunits?${filter}&@me='nobody'`)).body).toMatchObject({ value: [] });
});

test('needs WorkUnits view', async () => {
  expect((await server.as('Requester').get('/v1/workunits/shippedViews')).status).toBe(403);
});
