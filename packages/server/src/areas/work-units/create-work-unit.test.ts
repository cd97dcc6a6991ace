import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const incident = { workUnitId: -1, title: 'Disk is full', severityId: 'Sev1', workUnitTypeId: 1 };

test('a new unit is New and carries its number', async () => {
  const answer = await server.as('Operator').put('/api/v1/workunits', incident);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body).toMatchObject({ stateId: 'New', severityId: 'Sev1', tenantId: server.tenants.own, resolved: null });
  const list = await server.as('Operator').get('/v1/workunits?$filter=severityId eq \'Sev1\'&$orderby=severityId,created desc&$search=disk&$expand=tenant,workUnitType&$count=true&$top=10');
  const one = await server.as('Operator').get('/v1/workunits/1');
});
