import { deliveryStates } from '@cfs/contracts/communication-subscribers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let worker: Worker;
beforeAll(async () => {
  server = await startTestServer();
  worker = createTestWorker(server.services, 'communications');
});
afterAll(() => server.close());

const lookOn = async () => {
  while ((await worker.runDue()) > 0);
};
const communicate = () =>
  server.as('Administrator').put('/v1/workunitcommunications', {
    tenantId: server.tenants.own,
    title: 'Mail is slow',
    serviceManager: 'somebody@example.com',
  });
const mailed = (address: string) =>
  server.database.asOwner(`select state, detail from cfs.subscriber_deliveries where address = $1 order by created`, [
    address,
  ]);
const { Failed, Held } = deliveryStates;

test('a person who has lost access receives communications only if visitors may subscribe', async () => {
  const url = `/v1/tenants/${server.tenants.own}/communicationsubscription`;
  const viewer = server.as('Viewer');
  expect((await viewer.put(url, { isSubscribed: true })).status).toBe(200);
  const { userId, mail } = await server.person('Viewer');
  expect((await server.as('Administrator', 'all').post(`/v1/people/${userId}`, { enabled: false })).status).toBe(200);
  expect((await viewer.get(url)).status).toBe(403);
  expect((await communicate()).status).toBe(201);
  await lookOn();
  const refused = { state: Failed, detail: 'The person may no longer see communications.' };
  expect(await mailed(mail)).toEqual([refused]);

  const settings = `/v1/tenants/${server.tenants.own}/subscribersettings`;
  expect((await server.as('Administrator').put(settings, { allowsVisitors: true })).status).toBe(200);
  server.clock.advance(1_000);
  expect((await communicate()).status).toBe(201);
  await lookOn();
  expect(await mailed(mail)).toMatchObject([refused, { state: Held }]);
});
