import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let plan: Partial<WorkUnit>;
beforeAll(async () => {
  server = await startTestServer();
  plan = { ...written, approver1: (await server.person('Viewer')).mail };
  const form = { schema: { title: 'Anything', properties: { what: { type: 'string' } } } };
  await server
    .as('Administrator')
    .post(`/v1/tenants/${server.tenants.own}`, { intakeWizardFormData: JSON.stringify(form) });
});
afterAll(() => server.close());

const create = async (workUnitTypeId = 1): Promise<WorkUnit> =>
  (await server.as('Operator').put('/v1/workunits', { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId }))
    .body as WorkUnit;

const patch = (unit: WorkUnit, changes: Partial<WorkUnit>) =>
  server.as('Operator').patch(
    `/v1/workunits/${unit.workUnitId}`,
    Object.entries(changes).flatMap(([field, value]) => [
      { op: 'test', path: `/${field}`, value: unit[field as keyof WorkUnit] },
      { op: 'replace', path: `/${field}`, value },
    ]),
  );

const written: Partial<WorkUnit> = {
  resolution: 'A new disk',
  implementationPlan: 'Take it out, put the new one in',
  rollbackPlan: 'Put the old one back',
  affectedResources: 'srv-1',
  environment: 'Production',
  expectedCFSAlerts: 'Heartbeat of srv-1',
  plannedStartTime: '2026-03-03T18:00:00.000Z',
  plannedFinishTime: '2026-03-03T19:00:00.000Z',
};

test('an Incident can become a Change Request in one patch with its plan', async () => {
  const unit = await create();
  const answer = await patch(unit, { workUnitTypeId: 2, ...plan });
  expect(answer).toMatchObject({ status: 200, body: { workUnitTypeId: 2, workUnitId: unit.workUnitId, ...plan } });
  const { body } = await server
    .as('Viewer')
    .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`);
  const details = (body as { value: { detail: string }[] }).value.map(({ detail }) => detail);
  expect(details).toContain('Work Unit Type: Incident → Change Request');
});

test.each([
  [1, 3],
  [1, 4],
  [1, 5],
  [3, 2],
  [4, 1],
])('a unit of type %i cannot become one of type %i', async (from, to) => {
  const unit = await create(from);
  const answer = await patch(unit, { workUnitTypeId: to as WorkUnit['workUnitTypeId'], ...plan });
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: { WorkUnit: ['Only an Incident can change its type, to Change Request.'] } },
  });
});

test('a Change Request cannot become an Incident again', async () => {
  const unit = (await patch(await create(), { workUnitTypeId: 2, ...plan })).body as WorkUnit;
  expect((await patch(unit, { workUnitTypeId: 1 })).status).toBe(400);
});
