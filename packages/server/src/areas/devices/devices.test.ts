import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../platform/context.ts';
import { areasNamed } from '../../testing/areas-named.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';
import { deleteDevice } from './delete-device.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ areas: areasNamed('pending-devices', 'devices', 'blocks', 'locations', 'tenants') });
});
afterAll(() => server.close());

const addDevice = async (name: string): Promise<string> => (await promoteTestMachine(server, name)).agentId();
const update = (id: string, body: object) => server.as('Operator').post(`/v1/devices/${id}`, body);
const addLocation = async (tenantId?: string): Promise<string> => {
  const answer = await server.as('Administrator', tenantId).put('/v1/locations', { name: 'Oslo' });
  return (answer.body as { locationId: string }).locationId;
};

describe('editing a device', () => {
  it('changes the fields of the body and keeps the others', async () => {
    const id = await addDevice('edited');
    const locationId = await addLocation();
    const changed = await update(id, { name: 'renamed', deviceTypeId: 'Physical', locationId, tags: 'a,b' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'renamed', deviceTypeId: 'Physical', enabled: true } });
    const list = await server
      .as('Viewer')
      .get(`/v1/devices?$filter=name eq 'renamed' and deviceTypeId eq 'Physical'&$expand=location`);
    expect(list.body).toMatchObject({ value: [{ deviceId: id, tags: 'a,b', location: { locationId, name: 'Oslo' } }] });
  });

  it('is exported with its latest reading', async () => {
    const id = await addDevice('measured');
    await server.database.asOwner(
      `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at, cpu_percent, memory_percent)
       values ($1, $2, '2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z', 12.5, 40)`,
      [server.tenants.own, id],
    );
    const paths = 'name,latestPacket/cpuPercent,latestPacket/memoryPercent,latestPacket/timestamp';
    const file = await server.as('Viewer').get(`/v1/devices/Export()?$filter=deviceId eq ${id}&$select=${paths}`);
    expect(file.text.trim().split('\r\n').at(-1)).toBe('measured,12.5,40,2026-03-01T10:00:00.000Z');
  });

  it('returns 409 for a stale modified', async () => {
    const id = await addDevice('contested');
    const { modified } = (await update(id, { description: 'one' })).body as { modified: string };
    expect((await update(id, { description: 'two', modified })).status).toBe(200);
    expect((await update(id, { description: 'three', modified })).status).toBe(409);
  });

  it('names each invalid field', async () => {
    const id = await addDevice('faulty');
    const faults: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ description: 'x'.repeat(501) }, 'description'],
      [{ heartbeatInterval: 1_000_000_000 }, 'heartbeatInterval'],
      [{ heartbeatInterval: -1 }, 'heartbeatInterval'],
      [{ deviceTypeId: 'Toaster' }, 'deviceTypeId'],
      [{ operatingSystemId: 3 }, 'operatingSystemId'],
      [{ subscriptionId: randomUUID() }, 'subscriptionId'],
      [{ locationId: await addLocation(server.tenants.foreign) }, 'locationId'],
    ];
    for (const [body, field] of faults) {
      const answer = await update(id, body);
      expect(answer.status).toBe(400);
      expect(Object.keys((answer.body as { errors: object }).errors).join()).toMatch(new RegExp(field, 'i'));
    }
  });

  it('returns 403 to viewers and 404 to other tenants', async () => {
    const id = await addDevice('guarded');
    expect((await server.as('Viewer').post(`/v1/devices/${id}`, { name: 'x' })).status).toBe(403);
    expect((await server.as('Operator', server.tenants.foreign).post(`/v1/devices/${id}`, { name: 'x' })).status).toBe(
      404,
    );
  });
});

describe('readings of devices', () => {
  const samplePacket = (minutes: number) => ({
    Metrics: { CpuPercent: minutes, MemoryPercent: minutes === 2 ? 'x' : 50 },
  });
  const storePackets = async (
    id: string,
    minutesAgo: readonly number[],
    messageOf: (minutes: number) => unknown = samplePacket,
  ): Promise<void> => {
    await server.database.asOwner('select gate.maintain_packet_partitions($1, 1, 2)', [server.clock.now()]);
    for (const minutes of minutesAgo) {
      const time = new Date(server.clock.now().getTime() - minutes * 60_000);
      const message = messageOf(minutes);
      await server.database.asOwner(
        `with latest as (
           insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at) values ($1, $2, $3, $3)
           on conflict (tenant_id, entity_id) do update set "timestamp" = excluded."timestamp"
           returning tenant_id, series
         )
         insert into cfs.packet_history (tenant_id, series, delay, "timestamp", message)
         select tenant_id, series, 0, $3, $4 from latest`,
        [server.tenants.own, id, time, message === null ? null : JSON.stringify(message)],
      );
    }
  };
  const readings = (ids: readonly string[], rest = '', tenantId = server.tenants.own) =>
    server.as('Viewer', tenantId).get(`/v1/devices/readings?deviceIds=${ids.join()}${rest}`);

  it('are the last values of each step', async () => {
    const [id, silent] = [await addDevice('charted'), await addDevice('never heard')];
    await storePackets(id, [59, 30, 7, 6.9, 2]);
    const answer = await readings([id, silent, id], '&hours=1&points=60');
    const { from, stepSeconds, value } = answer.body as {
      from: string;
      stepSeconds: number;
      value: { deviceId: string; cpuPercent: (number | null)[]; memoryPercent: (number | null)[] }[];
    };
    const stepOf = (minutes: number): number =>
      Math.floor((server.clock.now().getTime() - minutes * 60_000 - Date.parse(from)) / (stepSeconds * 1_000));
    expect(value).toHaveLength(2);
    const own = value.find(({ deviceId }) => deviceId === id);
    expect(own?.cpuPercent).toHaveLength(60);
    expect(own?.cpuPercent[stepOf(59)]).toBe(59);
    expect(own?.cpuPercent[stepOf(6.9)]).toBe(6.9);
    expect(own?.memoryPercent[stepOf(2)]).toBeNull();
    expect(own?.cpuPercent.filter((each) => each !== null).length).toBeLessThan(6);
    expect(value.find(({ deviceId }) => deviceId === silent)?.cpuPercent.every((each) => each === null)).toBe(true);
  });

  it.for([
    { title: 'a long message', message: { Metrics: { CpuPercent: 5, Note: 'ü'.repeat(2_048) } }, cpu: 5 },
    {
      title: 'a long message whose metric is a text',
      message: { Metrics: { CpuPercent: '5'.repeat(2_048) } },
      cpu: null,
    },
    { title: 'a long message without metrics', message: { Properties: { Note: '"'.repeat(2_048) } }, cpu: null },
    { title: 'a message without metrics', message: { Value: 5 }, cpu: null },
    { title: 'a value without a message', message: null, cpu: null },
    { title: 'a metric that is an object', message: { Metrics: { CpuPercent: { Metrics: 5 } } }, cpu: null },
    { title: 'a metric of zero', message: { Metrics: { CpuPercent: 0, '],[': '],[' } }, cpu: 0 },
  ])('are read from any packet: $title', async ({ message, cpu }) => {
    const id = await addDevice(`reads ${randomUUID()}`);
    await storePackets(id, [7], () => message);
    const { status, body } = await readings([id], '&hours=1&points=10');
    expect({ status, body }).toMatchObject({ status: 200, body: { value: [{ deviceId: id }] } });
    const { value } = body as { value: { cpuPercent: (number | null)[]; memoryPercent: (number | null)[] }[] };
    expect(value[0]?.cpuPercent.filter((each) => each !== null)).toEqual(cpu === null ? [] : [cpu]);
    expect(value[0]?.memoryPercent.every((each) => each === null)).toBe(true);
  });

  it('are absent for devices of other tenants', async () => {
    const id = await addDevice('private');
    expect((await readings([id], '', server.tenants.foreign)).body).toMatchObject({ value: [] });
  });

  it('return 400 beyond the limits and for malformed queries', async () => {
    const id = await addDevice('bounded');
    const many = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
    expect((await readings(many(100))).status).toBe(200);
    for (const [ids, rest] of [
      [many(101), ''],
      [many(100), '&points=30'],
      [[id], '&points=241'],
      [[id], '&points=x'],
      [[id], '&hours=2'],
      [['x'], ''],
      [[''], ''],
    ] as const)
      expect((await readings(ids, rest)).status, `${ids.length} ${rest}`).toBe(400);
  });

  it('show which device has stopped', async () => {
    const ids = [
      await addDevice('late'),
      await addDevice('on time'),
      await addDevice('disabled'),
      await addDevice('mute'),
    ];
    const [late = '', onTime = '', disabled = '', mute = ''] = ids;
    await storePackets(late, [3.1]);
    await storePackets(onTime, [2.9]);
    await storePackets(disabled, [100]);
    await storePackets(mute, [100]);
    await update(disabled, { enabled: false });
    await update(mute, { heartbeatInterval: 0 });
    const list = await server.as('Viewer').get(`/v1/devices?$filter=isSilent eq true and deviceId in (${ids.join()})`);
    expect(list.body).toMatchObject({ value: [{ deviceId: late, isSilent: true }] });
    server.clock.advance(240_000);
    const fresh = await addDevice('just promoted');
    const later = await server
      .as('Viewer')
      .get(`/v1/devices?$filter=isSilent eq true and deviceId in (${[...ids, fresh].join()})&$orderby=name`);
    expect((later.body as { value: { name: string }[] }).value.map(({ name }) => name)).toEqual(['late', 'on time']);
  });
});

describe('tracing a device', () => {
  it('lasts for the chosen minutes and can be ended earlier', async () => {
    const id = await addDevice('traced');
    const trace = (minutes: number) => server.as('Operator').post(`/v1/devices/${id}/toggleTrace/${minutes}`);
    const traceExpiration = new Date(server.clock.now().getTime() + 600_000).toISOString();
    expect((await trace(10)).body).toMatchObject({ traceMinutes: 10, traceExpiration });
    expect((await trace(-1)).body).toMatchObject({ traceMinutes: 10, traceExpiration });
    expect((await trace(0)).body).toMatchObject({ traceMinutes: 0, traceExpiration: null });
    expect((await trace(11)).status).toBe(400);
  });
});

describe('deleting a device', () => {
  it('marks it as deleted and removes its tile', async () => {
    const id = await addDevice('deleted');
    const administrator = server.as('Administrator');
    expect((await administrator.delete(`/v1/devices/${id}`)).status).toBe(204);
    expect((await administrator.delete(`/v1/devices/${id}`)).status).toBe(404);
    const list = await administrator.get(`/v1/devices?$filter=deviceId eq ${id}`);
    expect(list.body).toMatchObject({ value: [{ isDeleted: true }] });
    expect((await administrator.get(`/v1/blocks?$filter=blockId eq ${id}`)).body).toMatchObject({ value: [] });
  });

  it('is refused while operations are assigned to it', async () => {
    const id = await addDevice('busy');
    const context = systemContext({ name: 'test', clock: server.clock, tenantId: server.tenants.own });
    await expect(deleteDevice(server.services, context, id, async () => 1)).rejects.toMatchObject({
      status: 409,
      detail: 'Could not delete busy because it has operations assigned to it.',
    });
    expect((await server.as('Viewer').get(`/v1/devices?$filter=deviceId eq ${id}`)).body).toMatchObject({
      value: [{ isDeleted: false }],
    });
  });
});
