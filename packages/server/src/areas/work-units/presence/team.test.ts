import type { PatchedUnit } from '@cfs/contracts/work-unit-batch';
import { presenceLifetimeMilliseconds, type Present } from '@cfs/contracts/work-unit-presence';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleName } from '@cfs/contracts/roles';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async (tenantId = server.tenants.own): Promise<WorkUnit> =>
  (
    await server
      .as('Operator', tenantId)
      .put('/v1/workunits', { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1 })
  ).body as WorkUnit;

const show = async (role: RoleName, unit: WorkUnit, mode = 'viewing'): Promise<Present> => {
  const answer = await server.as(role).post(`/v1/workunits/${unit.workUnitId}/presence`, { mode });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Present;
};

test('people who have a unit open see each other', async () => {
  const [unit, other] = [await create(), await create()];
  const [operator, viewer] = [await server.person('Operator'), await server.person('Viewer')];
  expect((await show('Operator', unit)).others).toEqual([]);
  expect((await show('Viewer', unit)).others).toEqual([
    { displayName: operator.name, mail: operator.mail, mode: 'viewing' },
  ]);
  await show('Operator', unit, 'editing');
  expect((await show('Viewer', unit)).others).toMatchObject([{ mail: operator.mail, mode: 'editing' }]);
  expect((await show('Administrator', other)).others).toEqual([]);
  await show('Operator', unit, 'left');
  expect((await show('Viewer', unit)).others).toEqual([]);
  server.clock.advance(presenceLifetimeMilliseconds);
  expect((await show('Administrator', unit)).others).toEqual([]);
  expect(JSON.stringify(await show('Operator', unit))).not.toContain(viewer.mail);
});

test('presence reports the last change, the newest record and the number of files', async () => {
  const unit = await create();
  const before = await show('Viewer', unit);
  expect(before).toMatchObject({ modified: unit.modified, modifiedBy: unit.createdBy });
  await server.as('Operator').put('/v1/workunitnotes', { workUnitId: unit.workUnitId, detail: 'New' });
  expect((await show('Viewer', unit)).newestRecord).toBeGreaterThan(before.newestRecord ?? 0);
  await server.as('Operator').send('PUT', `/v1/workunits/${unit.workUnitId}/attachments?fileName=a.txt`, {
    headers: { 'content-type': 'application/octet-stream' },
    body: 'text',
  });
  expect([before.attachments, (await show('Viewer', unit)).attachments]).toEqual([0, 1]);
});

test('presence at a unit out of reach returns 404, with an unknown mode 400', async () => {
  const foreign = await create(server.tenants.foreign);
  const address = `/v1/workunits/${foreign.workUnitId}/presence`;
  expect((await server.as('Operator').post(address, {})).status).toBe(404);
  expect((await server.as('Operator').post(address, { mode: 'dancing' })).status).toBe(400);
  expect((await server.as('Requester').post(address, {})).status).toBe(403);
});

const effort = (unit: WorkUnit, from: number | null, to: number | null) => ({
  workUnitId: unit.workUnitId,
  operations: [
    { op: 'test', path: '/effort', value: from },
    { op: 'replace', path: '/effort', value: to },
  ],
});

test('several units can be patched in one call, and patched back', async () => {
  const units = [await create(), await create()];
  const send = (from: number | null, to: number | null) =>
    server.as('Operator').post(
      '/v1/workunits/batchpatch',
      units.map((unit) => effort(unit, from, to)),
    );
  expect((await send(null, 5)).body).toMatchObject({
    value: units.map(({ workUnitId }) => ({ workUnitId, status: 200, workUnit: { effort: 5 } })),
  });
  expect((await send(5, null)).body).toMatchObject({ value: units.map(() => ({ workUnit: { effort: null } })) });
});

test('a refused patch does not affect the others of its batch', async () => {
  const [one, moved, foreign] = [await create(), await create(), await create(server.tenants.foreign)];
  const answer = await server
    .as('Operator')
    .post('/v1/workunits/batchpatch', [effort(one, null, 3), effort(moved, 8, 3), effort(foreign, null, 3)]);
  const { value } = answer.body as { value: PatchedUnit[] };
  expect(value.map(({ status }) => status)).toEqual([200, 409, 404]);
  expect(value[1]?.detail).toContain('is not equal to the test value');
  expect((await server.as('Operator').post('/v1/workunits/batchpatch', [effort(foreign, null, 3)])).status).toBe(404);
});

test('a batch that is empty, too large or sent by a viewer is refused', async () => {
  const unit = await create();
  const send = (body: unknown, role: RoleName = 'Operator') => server.as(role).post('/v1/workunits/batchpatch', body);
  expect((await send([])).status).toBe(400);
  expect((await send(Array.from({ length: 101 }, () => effort(unit, null, 3)))).status).toBe(400);
  expect((await send([{ workUnitId: unit.workUnitId, operations: [] }])).status).toBe(400);
  expect((await send([effort(unit, null, 3)], 'Viewer')).status).toBe(403);
});
