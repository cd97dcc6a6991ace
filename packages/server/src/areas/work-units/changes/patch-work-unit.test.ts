import { workUnitStates, type WorkUnitState } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let colleague: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  colleague = await server.colleague('someone@example.com');
});
afterAll(() => server.close());

const create = async (fields: object = {}, tenantId = server.tenants.own): Promise<WorkUnit> => {
  const body = { workUnitId: -1, title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, ...fields };
  const answer = await server.as('Operator', tenantId).put('/v1/workunits', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnit;
};

const change = (path: string, from: unknown, to: unknown) => [
  { op: 'test', path: `/${path}`, value: from },
  { op: 'replace', path: `/${path}`, value: to },
];

const patch = (unit: WorkUnit, operations: unknown, tenantId = server.tenants.own) =>
  server.as('Operator', tenantId).patch(`/v1/workunits/${unit.workUnitId}`, operations);

const stored = async (unit: WorkUnit) => {
  const [row] = await server.database.asOwner('select * from cfs.work_units where work_unit_id = $1', [
    unit.workUnitId,
  ]);
  return row;
};

const inState = async (state: WorkUnitState): Promise<WorkUnit> => {
  const unit = await create();
  await server.database.asOwner('update cfs.work_units set state = $2 where work_unit_id = $1', [
    unit.workUnitId,
    workUnitStates[state],
  ]);
  return { ...unit, stateId: state };
};

const states = Object.keys(workUnitStates) as WorkUnitState[];

test.each(states)('a New unit can change to %s only if it is New, Acknowledged or Canceled', async (next) => {
  const unit = await create();
  const answer = await patch(unit, change('stateId', 'New', next));
  if (['New', 'Acknowledged', 'Canceled'].includes(next)) {
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ stateId: next });
  } else {
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      errors: { WorkUnit: ['A New work unit can only become Acknowledged or Canceled.'] },
    });
    expect(await stored(unit)).toMatchObject({ state: workUnitStates.New });
  }
});

test.each(states.filter((state) => state !== 'New'))('a unit in %s can change to every state', async (state) => {
  for (const next of states) {
    const unit = await inState(state);
    expect((await patch(unit, change('stateId', state, next))).body).toMatchObject({ stateId: next });
  }
});

test('resolved is set on entering Resolved, kept on closing, cleared on reopening', async () => {
  const unit = await inState('InProgress');
  const moment = server.clock.now().toISOString();
  const step = async (from: string, to: string) => (await patch(unit, change('stateId', from, to))).body;
  expect(await step('InProgress', 'Resolved')).toMatchObject({ resolved: moment });
  server.clock.advance(60_000);
  expect(await step('Resolved', 'Closed')).toMatchObject({ resolved: moment });
  expect(await step('Closed', 'InProgress')).toMatchObject({ resolved: null });
  expect(await step('InProgress', 'Resolved')).toMatchObject({ resolved: server.clock.now().toISOString() });
});

test('acknowledged is set on leaving New except by cancelling, then kept, and cleared on returning to New', async () => {
  const unit = await create();
  const step = async (from: string, to: string) => (await patch(unit, change('stateId', from, to))).body;
  expect(await step('New', 'Canceled')).toMatchObject({ acknowledged: null });
  const moment = server.clock.now().toISOString();
  expect(await step('Canceled', 'InProgress')).toMatchObject({ acknowledged: moment });
  server.clock.advance(60_000);
  expect(await step('InProgress', 'Closed')).toMatchObject({ acknowledged: moment });
  expect(await step('Closed', 'New')).toMatchObject({ acknowledged: null });
  expect(await step('New', 'Acknowledged')).toMatchObject({ acknowledged: server.clock.now().toISOString() });
});

test('concurrent changes of different fields both succeed', async () => {
  const unit = await create();
  const answers = await Promise.all([
    patch(unit, change('title', unit.title, 'Disk of srv-1 is full')),
    patch(unit, change('assignedTo', null, 'someone@example.com')),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  expect(await stored(unit)).toMatchObject({ title: 'Disk of srv-1 is full', assigned_to: 'someone@example.com' });
});

test('of two concurrent changes of the same field, one returns 409', async () => {
  const unit = await create();
  const answers = await Promise.all(
    ['First', 'Second'].map((title) => patch(unit, change('title', unit.title, `${title} title`))),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  const refused = answers.find((answer) => answer.status === 409);
  expect(refused?.body).toMatchObject({ detail: expect.stringContaining('is not equal to the test value') });
  const kept = answers.find((answer) => answer.status === 200)?.body as WorkUnit;
  expect(await stored(unit)).toMatchObject({ title: kept.title });
});

test('a patch with a failed test writes none of its changes', async () => {
  const unit = await create();
  const operations = [...change('title', unit.title, 'Another'), ...change('effort', 5, 8)];
  const before = await stored(unit);
  expect((await patch(unit, operations)).status).toBe(409);
  expect(await stored(unit)).toEqual(before);
});

test('an invalid patch, or one without tests or with unknown, computed or invalid fields, returns 400', async () => {
  const unit = await create();
  const before = await stored(unit);
  for (const operations of [
    [{ op: 'replace', path: '/title', value: 'Untested' }],
    change('nonsense', null, 1),
    change('tenantId', unit.tenantId, server.tenants.foreign),
    change('workUnitId', unit.workUnitId, 1),
    change('created', unit.created, '2020-01-01T00:00:00.000Z'),
    change('createdBy', unit.createdBy, 'me'),
    change('approved1By', null, 'me'),
    change('__proto__', null, {}),
    change('title', unit.title, ''),
    change('title', unit.title, null),
    change('title', unit.title, 'ab'),
    change('title', unit.title, { toString: 'x' }),
    change('severityId', 'Sev2', 'Sev7'),
    change('stateId', 'New', null),
    change('effort', null, 4),
    change('description', null, 'x'.repeat(4_001)),
    change('plannedOutage', null, 'yes'),
    change('workUnitCategoryId', null, 4_711),
    change('protocolId', null, '5f0c3c41-7a55-4b8e-9d0e-0a8a51f1c0de'),
    [...change('title', unit.title, 'Another'), ...change('workUnitSubcategoryId', null, 4_711)],
    [{ op: 'move', from: '/title', path: '/description' }],
    [{ op: 'test', path: 'title', value: unit.title }],
    [],
    {},
    null,
    'title',
  ]) {
    const answer = await patch(unit, operations);
    expect(answer.status, JSON.stringify(operations)).toBe(400);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  }
  expect(await stored(unit)).toEqual(before);
});

test('a changed category or subcategory must still match the other', async () => {
  const category = async (name: string): Promise<[category: number, subcategory: number]> => {
    const [row] = await server.database.asOwner<{ category: number; subcategory: number }>(
      `with category as (
         insert into cfs.work_unit_categories (tenant_id, name, work_unit_type_id, is_enabled,
           is_visible_in_resolution_center, created, created_by, modified, modified_by)
         values ($1, $2, 1, true, true, now(), 'test', now(), 'test') returning work_unit_category_id as id)
       insert into cfs.work_unit_subcategories (tenant_id, work_unit_category_id, name, is_enabled, created, created_by,
         modified, modified_by)
       select $1, id, $2, true, now(), 'test', now(), 'test' from category
       returning work_unit_category_id as category, work_unit_subcategory_id as subcategory`,
      [server.tenants.own, name],
    );
    return [row?.category ?? 0, row?.subcategory ?? 0];
  };
  const [[hardware, disk], [software, driver]] = [await category('Hardware'), await category('Software')];
  const unit = await create({ workUnitCategoryId: hardware, workUnitSubcategoryId: disk });
  const refused = { errors: { WorkUnitSubcategoryId: ['Please choose a subcategory of the category.'] } };
  expect(await patch(unit, change('workUnitCategoryId', hardware, software))).toMatchObject({
    status: 400,
    body: refused,
  });
  expect(await patch(unit, change('workUnitSubcategoryId', disk, driver))).toMatchObject({
    status: 400,
    body: refused,
  });
  const both = [...change('workUnitCategoryId', hardware, software), ...change('workUnitSubcategoryId', disk, driver)];
  expect((await patch(unit, both)).status).toBe(200);
  await server.database.asOwner(
    'update cfs.work_unit_categories set is_enabled = false where work_unit_category_id = $1',
    [software],
  );
  expect((await patch(unit, change('title', unit.title, 'Of a category that was disabled'))).status).toBe(200);
});

test('a unit of another tenant returns 404 and stays unchanged', async () => {
  const unit = await create({}, server.tenants.foreign);
  const before = await stored(unit);
  expect((await patch(unit, change('title', unit.title, 'Mine now'))).status).toBe(404);
  expect((await patch({ ...unit, workUnitId: 999_999_999 }, change('title', 'x', 'y'))).status).toBe(404);
  expect(await stored(unit)).toEqual(before);
});

test('a patch may be sent as application/json-patch+json', async () => {
  const unit = await create();
  const answer = await server.as('Operator').send('PATCH', `/api/v1/WorkUnits(${unit.workUnitId})`, {
    body: change('title', unit.title, 'Changed'),
    headers: { 'content-type': 'application/json-patch+json' },
  });
  expect(answer.body).toMatchObject({ title: 'Changed' });
});

test('the history records each changed field, and an event for the state', async () => {
  const unit = await create();
  await patch(unit, [...change('severityId', 'Sev2', 'Sev1'), ...change('assignedTo', null, 'someone@example.com')]);
  await patch(unit, change('stateId', 'New', 'Acknowledged'));
  const { body } = await server
    .as('Viewer')
    .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`);
  const { mail } = await server.person('Operator');
  const entries = (body as { value: { historyType: string; detail: string; createdBy: string }[] }).value;
  expect(entries.every((record) => record.createdBy === mail)).toBe(true);
  expect(entries.map((record) => [record.historyType, record.detail])).toEqual([
    ['WorkUnitEvent', 'OnAcknowledged'],
    ['WorkUnitStateChange', 'New → Acknowledged'],
    ['WorkUnitEvent', 'OnChange'],
    ['FieldChange', `Assigned To: (empty) → ${colleague.name}`],
    ['FieldChange', 'Severity: Sev2 → Sev1'],
    ['WorkUnitEvent', 'OnNew'],
  ]);
});

test('a change stores its event and its audit record', async () => {
  const unit = await create();
  await patch(unit, change('stateId', 'New', 'Canceled'));
  const events = await server.database.asOwner<{ payload: { event: string; changed: string[] } }>(
    `select payload from cfs.work_events where subject_id = $1 order by created`,
    [String(unit.workUnitId)],
  );
  expect(events.map(({ payload }) => payload.event).sort()).toEqual(['OnCanceled', 'OnNew']);
  const [audit] = await server.database.asOwner(
    `select before, after from cfs.audit_records where entity = 'WorkUnit' and entity_id = $1 and before is not null`,
    [String(unit.workUnitId)],
  );
  expect(audit).toEqual({ before: { stateId: 'New' }, after: { stateId: 'Canceled' } });
});

test('a patch that changes nothing stores nothing', async () => {
  const unit = await create();
  const before = await stored(unit);
  const answer = await patch(unit, change('title', unit.title, `  ${unit.title} `));
  expect(answer.status).toBe(200);
  expect(await stored(unit)).toEqual(before);
});

test('modified increases with every change even if the clock does not advance', async () => {
  const unit = await create();
  const first = (await patch(unit, change('effort', null, 3))).body as WorkUnit;
  const second = (await patch(unit, change('effort', 3, 5))).body as WorkUnit;
  expect([unit.modified < first.modified, first.modified < second.modified]).toEqual([true, true]);
});

test('an Incident can become a Change Request only if its plan is complete', async () => {
  const unit = await create();
  const answer = await patch(unit, change('workUnitTypeId', 1, 2));
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ errors: { RollbackPlan: ['Please enter the rollback plan.'] } });
});

test('unrelated fields of an incomplete Change Request can be changed', async () => {
  const unit = await create();
  await server.database.asOwner('update cfs.work_units set work_unit_type_id = 2 where work_unit_id = $1', [
    unit.workUnitId,
  ]);
  expect((await patch(unit, change('effort', null, 3))).status).toBe(200);
  expect((await patch(unit, change('rollbackPlan', null, 'Undo'))).status).toBe(400);
});

test('a viewer cannot patch', async () => {
  const unit = await create();
  const answer = await server
    .as('Viewer')
    .patch(`/v1/workunits/${unit.workUnitId}`, change('title', unit.title, 'Seen'));
  expect(answer.status).toBe(403);
});

test('custom values of a patch must be among the options of the tenant', async () => {
  await server.database.asOwner(
    `update cfs.tenants set work_unit_fields = '[{"Name":"Site","Type":2,"Options":"North, South"},{"Name":"Rack","Type":1}]'
     where tenant_id = $1`,
    [server.tenants.own],
  );
  const unit = await create();
  const refused = await patch(unit, change('customValue1', null, 'West'));
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: { CustomValue1: ['Site must be one of its options.'] } },
  });
  expect((await patch(unit, change('customValue1', null, 'North'))).status).toBe(200);
  expect((await patch(unit, change('customValue2', null, 'anything'))).status).toBe(200);
  expect((await patch(unit, change('customValue1', 'North', null))).status).toBe(200);
});

test('a planned finish before the planned start is refused', async () => {
  const unit = await create();
  const answer = await patch(unit, [
    ...change('plannedStartTime', null, '2026-03-03T18:00:00.000Z'),
    ...change('plannedFinishTime', null, '2026-03-03T17:59:59.999Z'),
  ]);
  expect(answer).toMatchObject({
    status: 400,
    body: {
      errors: {
        PlannedFinishTime: ['Planned Finish Time must be equal to or greater than Planned Start Time.'],
      },
    },
  });
  const same = '2026-03-03T18:00:00.000Z';
  const both = [...change('plannedStartTime', null, same), ...change('plannedFinishTime', null, same)];
  expect((await patch(unit, both)).status).toBe(200);
});

test.each([1, 2, 3, 5, 8, 13])('an effort of %i is accepted', async (effort) => {
  expect((await patch(await create(), change('effort', null, effort))).body).toMatchObject({ effort });
});
