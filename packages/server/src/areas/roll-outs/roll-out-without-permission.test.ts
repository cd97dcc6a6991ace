import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemTenantId } from '../../platform/context.ts';
import { addTestPerson } from '../../testing/test-people.ts';
import { createTestClient, type TestClient } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { seedPackage } from '../packages/testing/seed-package.ts';
import { seedDevice } from '../../testing/seed-device.ts';

let server: TestServer;
let mixed: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  const person = await addTestPerson(server.database, {
    provider: server.identity.source.provider,
    role: 'Operator',
    tenantId: server.tenants.own,
    moment: server.clock.now(),
  });
  await server.database.asOwner(
    `insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by) values ($1, $2, $3, 'Viewer', $4, 'test')`,
    [server.tenants.foreign, randomUUID(), person.userId, server.clock.now()],
  );
  await server.services.snapshot.refresh();
  mixed = createTestClient(server.app, () => server.identity.sign({ sub: person.subject }));
});
afterAll(() => server.close());

test('a roll-out in a tenant where the caller may only view is refused', async () => {
  const software = await seedPackage(server.database, systemTenantId, { '1.0.0': 'Archived', '2.0.0': 'Latest' });
  await seedDevice(server.database, server.tenants.foreign);
  const answer = await mixed.send('PUT', '/v1/rollOuts', {
    headers: { 'x-tenant-id': server.tenants.foreign },
    body: { packageVersionId: software.versions['2.0.0'], stages: [100], healthyMinutes: 0, failurePercent: 10 },
  });
  expect(answer.status, answer.text).toBe(403);
});
