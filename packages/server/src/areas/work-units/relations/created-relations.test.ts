import type { WorkUnit } from '@cfs/contracts/work-units';
import { relationLimit } from '@cfs/contracts/work-unit-relations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async (relations: object[] = []): Promise<WorkUnit> => {
  const body = { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, relations };
  const answer = await server.as('Operator').put('/v1/workunits', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnit;
};

test('a relation that was created with an id in another notation can be removed', async () => {
  const other = await create();
  const unit = await create([{ referenceType: 'WorkUnit', referenceId: `00${other.workUnitId}` }]);
  const address = `/v1/workunits/${unit.workUnitId}/relations/WorkUnit/${other.workUnitId}`;
  expect((await server.as('Operator').delete(address)).status).toBe(204);
});

test('a relation of a new unit counts towards the limit of the other unit', async () => {
  const other = await create();
  await server.database.asOwner(
    `insert into cfs.work_unit_relations (tenant_id, work_unit_id, reference_type, reference_id, created)
     select $1, $2, 4, (1000000 + n)::text, now() from generate_series(1, $3) n`,
    [server.tenants.own, other.workUnitId, relationLimit],
  );
  const relations = [{ referenceType: 'WorkUnit', referenceId: String(other.workUnitId) }];
  const body = { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, relations };
  expect((await server.as('Operator').put('/v1/workunits', body)).status).toBe(409);
});
