import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async (tenantId: string): Promise<number> => {
  const body = { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, tenantId };
  const answer = await server.as('Administrator', 'all').put('/v1/workunits', body);
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as WorkUnit).workUnitId;
};

// docs/reference/work-units.md#ids: the public number equals the key unless imported, so tenants may share one.
test('a public number that exists in two tenants opens the unit of the tenant in the address', async () => {
  const other = await create(server.tenants.foreign);
  const own = await create(server.tenants.own);
  await server.database.asOwner('update cfs.work_units set public_work_unit_id = $1 where work_unit_id = $2', [
    other,
    own,
  ]);
  const answer = await server
    .as('Administrator', 'all')
    .get(`/v1/workunits/panel?publicWorkUnitId=${other}&__tenant__=${server.tenants.own}`);
  expect(answer.status, answer.text).toBe(200);
  expect((answer.body as { workUnit: WorkUnit }).workUnit.workUnitId).toBe(own);
});
