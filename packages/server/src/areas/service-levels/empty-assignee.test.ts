import type { ServiceLevelClock } from '@cfs/contracts/service-levels';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  expect((await server.as('Administrator').put('/v1/serviceleveltargets', { responseMinutes: 60 })).status).toBe(201);
});
afterAll(() => server.close());

const create = async (fields: object = {}): Promise<WorkUnit> =>
  (
    await server
      .as('Operator')
      .put('/v1/workunits', { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, ...fields })
  ).body as WorkUnit;

test('an empty assignee does not end the response', async () => {
  const { workUnitId } = await create();
  const answer = await server.as('Operator').patch(`/v1/workunits/${workUnitId}`, [
    { op: 'test', path: '/assignedTo', value: null },
    { op: 'replace', path: '/assignedTo', value: '' },
  ]);
  expect(answer.status, answer.text).toBe(200);
  const { body } = await server.as('Viewer').get(`/v1/workunits/${workUnitId}/serviceLevels`);
  expect((body as { value: ServiceLevelClock[] }).value).toMatchObject([{ kind: 'Response', outcome: null }]);
});

test('a unit with an empty assignee counts as unassigned', async () => {
  const count = async () =>
    (
      (await server.as('Viewer').get('/v1/workunits/shippedViews')).body as {
        value: { key: string; count: number }[];
      }
    ).value.find(({ key }) => key === 'unassigned')?.count ?? 0;
  const before = await count();
  await create({ assignedTo: '' });
  expect(await count()).toBe(before + 1);
});
