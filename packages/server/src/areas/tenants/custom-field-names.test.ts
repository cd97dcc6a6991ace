import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a partial update cannot give a custom field the name of a stored one', async () => {
  const admin = server.as('Administrator');
  const field = (Name: string) => JSON.stringify({ Name, Type: 1 });
  const url = `/v1/tenants/${server.tenants.own}`;
  expect((await admin.post(url, { workUnitField1: field('Cost centre') })).status).toBe(200);
  expect((await admin.post(url, { workUnitField2: field('cost centre') })).status).toBe(400);
});
