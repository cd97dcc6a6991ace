import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestPerson } from '../../testing/test-people.ts';
import { createTestClient } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a user cannot create a token that reads more than they may read themselves', async () => {
  const role = await server
    .as('Administrator')
    .put('/v1/roles', { name: 'Token keeper', permissions: ['Portal.CFS.Tokens:view', 'Portal.CFS.Tokens:create'] });
  expect(role.status).toBe(201);
  const person = await addTestPerson(server.database, {
    provider: server.identity.source.provider,
    role: undefined,
    tenantId: server.tenants.own,
    moment: server.clock.now(),
  });
  const granted = await server.database.asOwner(
    `insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by) values ($1, $2, $3, 'Token keeper', $4, 'test') returning 1 as one`,
    [server.tenants.own, randomUUID(), person.userId, server.clock.now()],
  );
  expect(granted).toHaveLength(1);
  await server.services.snapshot.refresh();
  const keeper = createTestClient(server.app, () => server.identity.sign({ sub: person.subject }));
  expect((await keeper.get('/v1/workunits')).status).toBe(403);
  const made = await keeper.put('/v1/tokens', {
    name: 'Mine',
    lifetimeYears: 0,
    canRead: true,
    canEnrol: false,
    canSendPackets: false,
  });
  const { generatedToken } = (made.body ?? {}) as { generatedToken?: string };
  const read = generatedToken ? await server.withCredential(generatedToken).get('/v1/workunits') : undefined;
  expect([made.status, read?.status]).toEqual([403, undefined]);
});
