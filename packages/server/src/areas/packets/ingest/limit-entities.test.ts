import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { systemContext } from '../../../platform/context.ts';
import { promoteTestMachine } from '../../pending-devices/testing/test-machine.ts';
import { checkPacket } from './check-packet.ts';
import { deleteOldEntities } from '../history/delete-old-entities.ts';
import { rejectionReasons } from './incoming-packet.ts';
import { createPacketStore } from './store-packets.ts';

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
const counted = async (): Promise<number | undefined> => {
  const [row] = await server.database.asOwner<{ count: number }>(
    'select count from cfs.packet_entity_counts where tenant_id = $1',
    [server.tenants.own],
  );
  return row?.count;
};
/** Stores entities until there is room for `room` more. */
const fill = async (room: number): Promise<void> => {
  await server.database.asOwner(
    `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at, value)
     select $1, gen_random_uuid(), $2, $2, '1' from generate_series(1, $3)`,
    [server.tenants.own, server.clock.now(), limit - room - (await stored())],
  );
  await deleteOldEntities(server.services);
  server.clock.advance(1_000);
};

it('rejects packets of further entities beyond the limit of a tenant, and stores the others', async () => {
  const client = server.withCredential(await server.tenantToken(['packets']));
  const known = randomUUID();
  expect(await client.post('/v1/packets', [packet(known)])).toMatchObject({ status: 202, body: { accepted: 1 } });
  await fill(2);
  const further = packet();
  const mixed = await client.post('/v1/packets', [packet(known), further, { ...further, message: { Value: 2 } }]);
  expect(mixed).toMatchObject({ status: 202, body: { accepted: 2, conflicts: [{ index: 2 }], rejected: [] } });
  const ids = [randomUUID(), randomUUID()].toSorted();
  const last = await client.post('/v1/packets', [...ids.map((id) => packet(id)), packet(further.entityId)]);
  expect(last).toMatchObject({ status: 202, body: { accepted: 1, rejected: [{ index: 1, errors: beyond }] } });
  expect([await stored(), await counted()]).toEqual([limit, limit]);

  server.clock.advance(1_000);
  expect(await client.post('/v1/packets', [packet()])).toMatchObject({
    status: 400,
    body: { errors: { 'packets[0]': beyond } },
  });
  expect(await client.post('/v1/packets', [packet(known)])).toMatchObject({ status: 202, body: { accepted: 1 } });
});

it('rejects packets beyond the limit without waiting for another node that has locked the count', async () => {
  const client = server.withCredential(await server.tenantToken(['packets']));
  await fill(0);
  await using _held = await server.database.hold('select from cfs.packet_entity_counts for update');
  expect(await client.post('/v1/packets', [packet()])).toMatchObject({ status: 400 });
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

const lockWaits = async (): Promise<number> => {
  const rows = await server.database.asOwner(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};

it('counts an entity once if several nodes store its first packet at the same time', async () => {
  const client = server.withCredential(await server.tenantToken(['packets']));
  await server.database.asOwner('delete from cfs.packets_latest');
  await deleteOldEntities(server.services);
  const others = createPacketStore(limit);
  const [shared, own] = [packet(), packet()];
  const incoming = [shared, own].map((each) => {
    const checked = checkPacket(each, {
      tenantId: server.tenants.own,
      deviceId: undefined,
      spooled: false,
      now: server.clock.now().getTime(),
      retentionDays: 30,
    });
    if ('errors' in checked) throw new Error(checked.errors.join());
    return checked.packet;
  });
  const context = systemContext({ name: 'ingest', clock: server.clock, tenantId: 'all' });
  const sent = await server.services.gate.ingest(context, async (db) => {
    await others.store(db, incoming, server.clock.now());
    const answer = client.post('/v1/packets', [shared, packet()]);
    await expect.poll(lockWaits).toBe(1);
    return { answer };
  });
  expect(await sent.answer).toMatchObject({ status: 202, body: { accepted: 1, duplicates: 1 } });
  expect([await stored(), await counted()]).toEqual([3, 3]);
});

it('deletes in batches the entities of which no data is kept any more, except those of devices', async () => {
  const [old, older, ofDevice, young] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const daysBefore = (days: number) => new Date(server.clock.now().getTime() - days * dayMilliseconds);
  const rows = [
    [old, null, daysBefore(431)],
    [older, null, daysBefore(500)],
    [ofDevice, randomUUID(), daysBefore(431)],
    [young, null, daysBefore(429)],
  ] as const;
  for (const [entityId, deviceId, time] of rows)
    await server.database.asOwner(
      `insert into cfs.packets_latest (tenant_id, entity_id, device_id, "timestamp", received_at, value)
       values ($1, $2, $3, $4, $4, '1')`,
      [server.tenants.own, entityId, deviceId, time],
    );
  await deleteOldEntities(server.services, 1);
  const left = await server.database.asOwner<{ entity_id: string }>(
    'select entity_id from cfs.packets_latest where entity_id = any ($1)',
    [rows.map(([entityId]) => entityId)],
  );
  expect(left.map((row) => row.entity_id).toSorted()).toEqual([ofDevice, young].toSorted());
  expect(await counted()).toBe(await stored());
});
