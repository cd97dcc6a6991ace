import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const setEnabled = async (enabled: boolean) => {
  const answer = await server
    .as('Administrator', 'all')
    .post(`/v1/tenants/toggledisabled/${server.tenants.own}`, { enabled });
  expect(answer.status).toBe(200);
};

test('agents of a disabled tenant are refused until it is enabled again, and stay enrolled', async () => {
  const machine = await promoteTestMachine(server);
  server.clock.advance(1_000);
  const device = await machine.asDevice();
  const statuses = async () => [
    (await device.get('/v1/agents/configuration')).status,
    (await device.post('/v1/packets', [])).status,
  ];
  const before = await statuses();
  expect(before[0]).toBe(200);
  await setEnabled(false);
  // Agents keep their packets after a 403 and retry.
  expect(await statuses()).toEqual([403, 403]);
  server.clock.advance(1_000);
  expect((await machine.signIn()).status).toBe(200);
  await setEnabled(true);
  expect(await statuses()).toEqual(before);
});
