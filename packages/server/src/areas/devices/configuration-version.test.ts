import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemContext, systemTenantId } from '../../platform/context.ts';
import { areasNamed } from '../../testing/areas-named.ts';
import { seedDevice } from '../../testing/seed-device.ts';
import type { TestAnswer, TestClient } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';
import { raiseConfigurationVersion, raiseConfigurationVersionOfAll } from './raise-configuration-version.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    areas: areasNamed('pending-devices', 'devices', 'packets', 'blocks', 'locations', 'tenants'),
  });
});
afterAll(() => server.close());

const write = (work: Parameters<TestServer['services']['gate']['write']>[2]) =>
  server.services.gate.write(
    systemContext({ name: 'test', clock: server.clock, tenantId: 'all' }),
    { permission: 'Devices:edit', shared: true },
    work,
  );
const raiseAll = (tenantId: string) => write((db) => raiseConfigurationVersionOfAll(db, tenantId));
const poll = (device: TestClient, etag?: string): Promise<TestAnswer> =>
  device.get('/v1/agents/configuration', etag === undefined ? {} : { 'if-none-match': etag });
const rows = () =>
  server.database.asOwner(
    'select device_id, configuration_version, changed_in, xmin::text from cfs.devices order by 1',
  );
const agent = async (): Promise<TestClient> => {
  server.clock.advance(1_000);
  return (await promoteTestMachine(server)).asDevice();
};

it.each([
  ['a tenant', () => server.tenants.own],
  ['every tenant', () => systemTenantId],
])('ends the polls of the agents of %s without writing to a device', async (_what, tenantId) => {
  const device = await agent();
  const first = await poll(device);
  const held = poll(device, String(first.headers['etag']));
  const before = await rows();
  await raiseAll(tenantId());
  const answer = await held;
  expect(answer.status).toBe(200);
  expect(answer.headers['etag']).not.toBe(first.headers['etag']);
  expect(await rows()).toEqual(before);
  // A second raise results in another version, also for an agent that polls only afterwards.
  await raiseAll(tenantId());
  const later = await poll(device, String(answer.headers['etag']));
  expect(later.status).toBe(200);
  expect(new Set([first, answer, later].map(({ headers }) => headers['etag'])).size).toBe(3);
});

it('refuses more than 16 concurrent waits of a device, and notifies the others', async () => {
  const [device, other] = [await agent(), await agent()];
  const [etag, ofOther] = [(await poll(device)).headers['etag'], (await poll(other)).headers['etag']];
  const waiting = async () => (await server.services.metrics.agentsWaiting.get()).values[0]?.value;
  const held = [poll(other, String(ofOther))];
  await expect.poll(waiting).toBe(1);
  for (let count = 0; count < 16; count += 1) held.push(poll(device, String(etag)));
  await expect.poll(waiting).toBe(17);
  expect(await poll(device, String(etag))).toMatchObject({
    status: 429,
    headers: { 'retry-after': '30' },
    body: { detail: 'Too many calls of this device are waiting for its configuration.' },
  });
  await raiseAll(server.tenants.own);
  expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await poll(device, String(etag))).status).toBe(200);
});

it('does not affect agents of other tenants', async () => {
  const device = await agent();
  const first = await poll(device);
  await raiseAll(server.tenants.foreign);
  expect((await poll(device)).headers['etag']).toBe(first.headers['etag']);
});

it('does not wait for the lock of a device, nor does a poll', async () => {
  const device = await agent();
  const { headers } = await poll(device);
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = write(async (db) => {
    await db.selectFrom('devices').select('device_id').forUpdate().execute();
    held.resolve();
    await release.promise;
  });
  await held.promise;
  await raiseAll(server.tenants.own);
  expect((await poll(device, String(headers['etag']))).status).toBe(200);
  release.resolve();
  await holder;
});

it('writes only the row of the tenant above 1,000 devices', async () => {
  const { deviceId = '' } = await seedDevice(server.database, server.tenants.own);
  const before = await rows();
  const many = [deviceId, ...Array.from({ length: 1_000 }, () => randomUUID())];
  await write((db, change) => raiseConfigurationVersion(db, change, server.tenants.own, many));
  expect(await rows()).toEqual(before);
  await write((db, change) => raiseConfigurationVersion(db, change, server.tenants.own, [deviceId]));
  expect(await rows()).not.toEqual(before);
});
