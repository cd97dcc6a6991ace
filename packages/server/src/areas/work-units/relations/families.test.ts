import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const put = (title: string, fields: object = {}, tenantId = server.tenants.own) =>
  server.as('Operator', tenantId).put('/v1/workunits', { title, severityId: 'Sev2', workUnitTypeId: 1, ...fields });
const create = async (title: string, fields: object = {}, tenantId?: string): Promise<WorkUnit> =>
  (await put(title, fields, tenantId)).body as WorkUnit;

const relate = (unit: WorkUnit, referenceType: string, other: WorkUnit) =>
  server
    .as('Operator')
    .put(`/v1/workunits/${unit.workUnitId}/relations`, { referenceType, referenceId: String(other.workUnitId) });

const relationsOf = async ({ workUnitId }: WorkUnit): Promise<RelatedEntity[]> =>
  ((await server.as('Viewer').get(`/v1/workunits/${workUnitId}/relations`)).body as { value: RelatedEntity[] }).value;

const historyOf = async ({ workUnitId }: WorkUnit): Promise<string> =>
  (await server.as('Viewer').get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`)).text;

const setState = ({ workUnitId }: WorkUnit, from: string, to: string, query = '') =>
  server.as('Operator').patch(`/v1/workunits/${workUnitId}${query}`, [
    { op: 'test', path: '/stateId', value: from },
    { op: 'replace', path: '/stateId', value: to },
  ]);

test('a parent lists its child with the state of the child, and both record the relation in their history', async () => {
  const parent = await create('Move the office');
  const child = await create('Order boxes');
  expect((await relate(child, 'Parent', parent)).status).toBe(201);
  expect(await relationsOf(child)).toMatchObject([
    { referenceType: 'Parent', referenceId: String(parent.workUnitId), label: 'Move the office' },
  ]);
  expect((await setState(child, 'New', 'Acknowledged')).status).toBe(200);
  expect(await relationsOf(parent)).toMatchObject([
    {
      referenceType: 'Child',
      label: 'Order boxes',
      workUnit: { publicWorkUnitId: child.publicWorkUnitId, stateId: 'Acknowledged' },
    },
  ]);
  expect(await historyOf(child)).toContain(`Child of work unit #${parent.publicWorkUnitId} Move the office`);
  expect(await historyOf(parent)).toContain(`Parent of work unit #${child.publicWorkUnitId} Order boxes`);
  const address = `/v1/workunits/${parent.workUnitId}/relations/Child/${child.workUnitId}`;
  expect((await server.as('Operator').delete(address)).status).toBe(204);
  expect(await relationsOf(child)).toEqual([]);
  expect(await historyOf(child)).toContain('No longer a child of work unit');
});

test('a unit has at most one parent', async () => {
  const [child, parent, other] = [await create('Child'), await create('Parent'), await create('Another')];
  expect((await relate(child, 'Parent', parent)).status).toBe(201);
  expect((await relate(child, 'Parent', parent)).status).toBe(201);
  expect((await relate(child, 'Parent', other)).status).toBe(409);
  expect((await relate(other, 'Child', child)).body).toMatchObject({
    detail: `#${child.publicWorkUnitId} already has a parent. Remove that relation first.`,
  });
});

test('a unit cannot be its own ancestor', async () => {
  const [a, b, c] = [await create('A unit'), await create('B unit'), await create('C unit')];
  expect((await relate(a, 'Child', b)).status).toBe(201);
  expect((await relate(b, 'Child', c)).status).toBe(201);
  expect((await relate(c, 'Child', a)).status).toBe(409);
  expect((await relate(a, 'Parent', b)).status).toBe(409);
  expect((await relate(a, 'Parent', a)).status).toBe(400);
});

test("of two concurrent relations that make two units each other's parent, one returns 409", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await create('One unit'), await create('Two units')];
    const answers = await Promise.all([relate(one, 'Parent', two), relate(two, 'Parent', one)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  }
});

test('a chain has at most ten ancestors', async () => {
  let parent = await create('Root');
  for (let level = 1; level <= 10; level += 1) {
    const child = await create(`Level ${level}`);
    expect((await relate(child, 'Parent', parent)).status).toBe(201);
    parent = child;
  }
  expect((await relate(await create('Level 11'), 'Parent', parent)).status).toBe(409);
});

test('parent and child must belong to the same tenant', async () => {
  const own = await create('Our unit');
  const foreign = await create('Their unit', {}, server.tenants.foreign);
  for (const type of ['Parent', 'Child']) expect((await relate(own, type, foreign)).status).toBe(400);
  expect((await relate(foreign, 'Parent', own)).status).toBe(404);
});

test('a unit can be created as a child', async () => {
  const parent = await create('Parent of a new one');
  const relations = [{ referenceType: 'Parent', referenceId: String(parent.workUnitId) }];
  const child = await create('Made as a child', { relations });
  expect(await relationsOf(parent)).toMatchObject([{ referenceType: 'Child', label: 'Made as a child' }]);
  const childOf = [{ referenceType: 'Child', referenceId: String(child.workUnitId) }];
  expect((await put('Second parent', { relations: childOf })).status).toBe(409);
  expect((await put('In between', { relations: [...relations, ...childOf] })).status).toBe(400);
  await setState(child, 'New', 'Canceled');
  await setState(parent, 'New', 'Canceled');
  expect((await put('Too late', { relations })).status).toBe(409);
});

test('a parent with open children can be finished only with openChildren=leave', async () => {
  const parent = await create('Parent with two');
  const [one, two] = [await create('First child'), await create('Second child')];
  for (const child of [one, two]) await relate(parent, 'Child', child);
  expect((await setState(parent, 'New', 'Acknowledged')).status).toBe(200);
  await setState(one, 'New', 'Canceled');
  const detail = `1 of 2 child work units is open: #${two.publicWorkUnitId}.`;
  const refused = await setState(parent, 'Acknowledged', 'Resolved');
  expect(refused).toMatchObject({ status: 409, body: { detail, errors: { OpenChildren: [detail] } } });
  const batch = [
    {
      workUnitId: parent.workUnitId,
      operations: [
        { op: 'test', path: '/stateId', value: 'Acknowledged' },
        { op: 'replace', path: '/stateId', value: 'Resolved' },
      ],
    },
  ];
  const batched = await server.as('Operator').post('/v1/workunits/batchpatch', batch);
  expect(batched.body).toMatchObject({ value: [{ status: 409, detail }] });
  expect((await setState(parent, 'Acknowledged', 'Resolved', '?openChildren=leave')).status).toBe(200);
  expect(await historyOf(parent)).toContain(detail);
  expect((await setState(parent, 'Resolved', 'Closed')).status).toBe(200);
  expect((await setState(parent, 'Closed', 'Closed', '?openChildren=all')).status).toBe(400);
});

test('a finished unit cannot get an open child', async () => {
  const parent = await create('Closed parent');
  await setState(parent, 'New', 'Canceled');
  expect((await relate(await create('Late child'), 'Parent', parent)).status).toBe(409);
});

test('the relations of a merge cannot be added or removed directly', async () => {
  const [one, two] = [await create('One unit'), await create('Two units')];
  for (const type of ['MergedInto', 'MergedFrom']) {
    expect((await relate(one, type, two)).status).toBe(400);
    const address = `/v1/workunits/${one.workUnitId}/relations/${type}/${two.workUnitId}`;
    expect((await server.as('Operator').delete(address)).status).toBe(409);
  }
});
