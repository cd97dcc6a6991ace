import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';
import { forgetEntities } from './forget-entities.ts';
import { rejectionReasons } from './incoming-packet.ts';

const limit = 1_000;
const dayMilliseconds = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ENTITY_LIMIT: String(limit) } });
});
afterAll(() => server.close());

const packet = (entityId: string = randomUUID()) => ({
  entityId,
  timestamp: server.clock.now().toISOString(),
  message: { Value: 1 },
});
const beyond = [rejectionReasons['beyond-limit']];
const stored = async (): Promise<number> => {
  const [row] = await server.database.asOwner<{ count: number }>(
    'select count(*)::integer as count from cfs.packets_latest where tenant_id = $1 and device_id is null',
    [server.tenants.own],
  );
  return row?.count ?? 0;
};
/** Stores entities until there is room for so many, and lets the time pass for which a count holds. */
const fill = async (room: number): Promise<void> => {
  await server.database.asOwner(
    `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at, value)
     select $1, gen_random_uuid(), $2, $2, '1' from generate_series(1, $3)`,
    [server.tenants.own, server.clock.now(), limit - room - (await stored())],
  );
  server.clock.advance(3_600_000);
};

it('rejects packets of further entities beyond the limit of a tenant, and stores the others', async () => {
  const client = server.withCredential(await server.tenantToken(['packets']));
  const known = randomUUID();
  expect(await client.post('/v1/packets', [packet(known)])).toMatchObject({ status: 202, body: { accepted: 1 } });
  await fill(2);
  const further = packet();
  const mixed = await client.post('/v1/packets', [packet(known), further, { ...further, message: { Value: 2 } }]);
  expect(mixed).toMatchObject({ status: 202, body: { accepted: 2, conflicts: [{ index: 2 }], rejected: [] } });
  // What was stored since the count is part of it.
  const ids = [randomUUID(), randomUUID()].toSorted();
  const last = await client.post('/v1/packets', [...ids.map((id) => packet(id)), packet(further.entityId)]);
  expect(last).toMatchObject({ status: 202, body: { accepted: 1, rejected: [{ index: 1, errors: beyond }] } });
  expect(await stored()).toBe(limit);

  server.clock.advance(3_600_000);
  expect(await client.post('/v1/packets', [packet()])).toMatchObject({
    status: 400,
    body: { errors: { 'packets[0]': beyond } },
  });
  expect(await client.post('/v1/packets', [packet(known)])).toMatchObject({ status: 202, body: { accepted: 1 } });
});

it('limits neither the devices of the tenant nor other tenants', async () => {
  await fill(0);
  const machine = await promoteTestMachine(server);
  server.clock.advance(1_000);
  const device = await machine.asDevice();
  const sent = await device.post('/v1/packets', [packet(machine.agentId())]);
  expect(sent).toMatchObject({ status: 202, body: { accepted: 1 } });
  const other = server.withCredential(await server.tenantToken(['packets'], server.tenants.foreign));
  expect(await other.post('/v1/packets', [packet()])).toMatchObject({ status: 202, body: { accepted: 1 } });
});

it('forgets the entities that have sent nothing for as long as charts reach back, but those of devices', async () => {
  const [old, ofDevice, young] = [randomUUID(), randomUUID(), randomUUID()];
  const daysBefore = (days: number) => new Date(server.clock.now().getTime() - days * dayMilliseconds);
  const rows = [
    [old, null, daysBefore(398)],
    [ofDevice, randomUUID(), daysBefore(398)],
    [young, null, daysBefore(396)],
  ] as const;
  for (const [entityId, deviceId, time] of rows)
    await server.database.asOwner(
      `insert into cfs.packets_latest (tenant_id, entity_id, device_id, "timestamp", received_at, value)
       values ($1, $2, $3, $4, $4, '1')`,
      [server.tenants.foreign, entityId, deviceId, time],
    );
  await forgetEntities(server.services);
  const left = await server.database.asOwner<{ entity_id: string }>(
    'select entity_id from cfs.packets_latest where entity_id = any ($1)',
    [rows.map(([entityId]) => entityId)],
  );
  expect(left.map((row) => row.entity_id).toSorted()).toEqual([ofDevice, young].toSorted());
});
