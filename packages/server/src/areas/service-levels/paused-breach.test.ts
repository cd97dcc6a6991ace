import type { ServiceLevelClock } from '@cfs/contracts/service-levels';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Worker } from '../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const minute = 60_000;
let server: TestServer;
let worker: Worker;
beforeAll(async () => {
  server = await startTestServer();
  worker = createTestWorker(server.services, 'service-levels', 'work-units');
  const put = (body: object) => server.as('Administrator').put('/v1/serviceleveltargets', body);
  expect((await put({ severityId: 'Sev2', resolutionMinutes: 240 })).status).toBe(201);
  expect((await put({ severityId: 'Sev1', resolutionMinutes: 60 })).status).toBe(201);
});
afterAll(() => server.close());

const change = async (unit: WorkUnit, fields: Partial<WorkUnit>): Promise<WorkUnit> => {
  const operations = Object.entries(fields).flatMap(([name, value]) => [
    { op: 'test', path: `/${name}`, value: unit[name as keyof WorkUnit] },
    { op: 'replace', path: `/${name}`, value },
  ]);
  const answer = await server.as('Operator').patch(`/v1/workunits/${unit.workUnitId}`, operations);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as WorkUnit;
};

const clockOf = async ({ workUnitId }: WorkUnit): Promise<ServiceLevelClock | undefined> => {
  const { body } = await server.as('Viewer').get(`/v1/workunits/${workUnitId}/serviceLevels`);
  return (body as { value: ServiceLevelClock[] }).value[0];
};

// docs/reference/service-levels.md#clocks: "A clock is Met if it ends before its due time, else Breached."
test('a paused clock whose new target has passed is breached', async () => {
  const made = await server
    .as('Operator')
    .put('/v1/workunits', { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1 });
  const acknowledged = await change(made.body as WorkUnit, { stateId: 'Acknowledged' });
  server.clock.advance(100 * minute);
  const graver = await change(acknowledged, { stateId: 'OnHold', severityId: 'Sev1' });
  while ((await worker.runDue()) > 0);
  const paused = await clockOf(graver);
  expect(paused).toMatchObject({ kind: 'Resolution', pausedTimeLeft: -40 });
  expect(paused?.outcome).toBe('Breached');
  expect((await clockOf(await change(graver, { stateId: 'Resolved' })))?.outcome).toBe('Breached');
});
