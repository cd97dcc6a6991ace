import type { InventoryReport } from '@cfs/contracts/agent-inventory';
import {
  inventoryLimits,
  type DeviceInventory,
  type InstalledSoftware,
  type InventoryChange,
} from '@cfs/contracts/inventory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';
import { removeOldChanges } from './remove-old-changes.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const path = '/v1/agents/inventory';
const dpkg = (name: string, version: string) => ({ name, version, publisher: 'Debian', source: 'Dpkg' as const });
const report = (changes: Partial<InventoryReport> = {}): InventoryReport => ({
  hardware: {
    cpuModel: 'Xeon',
    cpuCores: 8,
    memoryMebibytes: 16_384,
    manufacturer: 'Dell Inc.',
    model: 'PowerEdge R640',
  },
  operatingSystem: {
    name: 'Debian GNU/Linux',
    version: '12',
    kernel: '6.1.0-18',
    architecture: 'x64',
    bootTime: '2026-03-01T08:00:00.000Z',
  },
  interfaces: [{ name: 'eth0', mac: '02:00:00:00:00:01', addresses: ['10.0.0.7'] }],
  disks: [{ mount: '/', device: '/dev/sda1', fileSystem: 'ext4', sizeBytes: 100 * 1024 ** 3, freeBytes: 50_000 }],
  software: [dpkg('openssl', '3.0.9'), dpkg('curl', '7.88.1')],
  softwareOmitted: 0,
  ...changes,
});

interface Machine {
  readonly deviceId: string;
  readonly client: TestClient;
  readonly send: (body?: unknown) => Promise<number>;
}

/** Promotes a machine; `send` advances the clock by the minimum interval between reports first. */
const newMachine = async (): Promise<Machine> => {
  const machine = await promoteTestMachine(server);
  const client = await machine.asDevice();
  return {
    deviceId: machine.agentId(),
    client,
    send: async (body = report()) => {
      server.clock.advance(inventoryLimits.minSeconds * 1_000);
      return (await client.post(path, body)).status;
    },
  };
};

const rows = async <Row>(set: string, filter: string, as = server.as('Viewer')): Promise<readonly Row[]> => {
  const answer = await as.get(`/v1/${set}?$filter=${encodeURIComponent(filter)}`);
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as { value: readonly Row[] }).value;
};
const inventoryOf = async ({ deviceId }: Machine) =>
  (await rows<DeviceInventory>('deviceInventories', `deviceId eq ${deviceId}`))[0];
const softwareOf = ({ deviceId }: Machine) => rows<InstalledSoftware>('installedSoftware', `deviceId eq ${deviceId}`);
const changesOf = async ({ deviceId }: Machine) =>
  (await rows<InventoryChange>('inventoryChanges', `deviceId eq ${deviceId}`)).map(
    ({ section, kind, item, before, after }) => [section, kind, item, before, after],
  );

describe('an inventory', () => {
  it('is stored with its software, and the first one records no changes', async () => {
    const machine = await newMachine();
    expect(await machine.send()).toBe(204);
    expect(await inventoryOf(machine)).toMatchObject({
      deviceName: 'machine',
      cpuModel: 'Xeon',
      memoryMebibytes: 16_384,
      osName: 'Debian GNU/Linux',
      bootTime: '2026-03-01T08:00:00.000Z',
      softwareCount: 2,
    });
    expect(await softwareOf(machine)).toMatchObject([
      { name: 'curl', version: '7.88.1', publisher: 'Debian', source: 'Dpkg', deviceName: 'machine' },
      { name: 'openssl', version: '3.0.9' },
    ]);
    expect(await changesOf(machine)).toEqual([]);
  });

  it('records additions, removals and changes in the history', async () => {
    const machine = await newMachine();
    await machine.send();
    const since = (await softwareOf(machine)).find(({ name }) => name === 'openssl')?.since;
    await machine.send(
      report({
        hardware: { ...report().hardware, memoryMebibytes: 32_768 },
        interfaces: [],
        software: [dpkg('openssl', '3.0.13'), dpkg('nginx', '1.22.1')],
      }),
    );
    expect((await changesOf(machine)).toSorted((one, other) => String(one[2]).localeCompare(String(other[2])))).toEqual(
      [
        ['Software', 'Removed', 'curl', '7.88.1', null],
        ['Network', 'Removed', 'eth0', '02:00:00:00:00:01, 10.0.0.7', null],
        ['Hardware', 'Changed', 'Memory', '16384 MiB', '32768 MiB'],
        ['Software', 'Added', 'nginx', null, '1.22.1'],
        ['Software', 'Changed', 'openssl', '3.0.9', '3.0.13'],
      ],
    );
    expect((await softwareOf(machine)).find(({ name }) => name === 'openssl')?.since).not.toBe(since);
  });

  it('that differs only in free space, boot time and order records no changes', async () => {
    const machine = await newMachine();
    await machine.send();
    const first = await inventoryOf(machine);
    const [disk] = report().disks;
    await machine.send(
      report({
        operatingSystem: { ...report().operatingSystem, bootTime: '2026-03-02T08:00:00.000Z' },
        disks: disk ? [{ ...disk, freeBytes: 1 }] : [],
        software: report().software.toReversed(),
      }),
    );
    const second = await inventoryOf(machine);
    expect(second).toMatchObject({ changed: first?.changed, bootTime: '2026-03-02T08:00:00.000Z' });
    expect(JSON.parse(second?.disks ?? '')).toMatchObject([{ freeBytes: 1 }]);
    expect(await changesOf(machine)).toEqual([]);
  });

  it('lists versions of one program that are installed side by side', async () => {
    const machine = await newMachine();
    await machine.send(report({ software: [dpkg('linux-image', '6.1.0-17')] }));
    await machine.send(report({ software: [dpkg('linux-image', '6.1.0-17'), dpkg('linux-image', '6.1.0-18')] }));
    expect(await softwareOf(machine)).toHaveLength(2);
    expect(await changesOf(machine)).toEqual([['Software', 'Added', 'linux-image', null, '6.1.0-18']]);
  });

  it('is deleted with its device and cannot be stored afterwards', async () => {
    const machine = await newMachine();
    await machine.send();
    expect((await server.as('Administrator').delete(`/v1/devices/${machine.deviceId}`)).status).toBe(204);
    expect(await inventoryOf(machine)).toBeUndefined();
    expect(await softwareOf(machine)).toEqual([]);
    await expect(
      server.database.asOwner(
        `insert into cfs.device_inventories (tenant_id, device_id, interfaces, disks, software_count, software_omitted,
           digest, received, changed) values ($1, $2, '[]', '[]', 0, 0, '', now(), now()) returning device_id`,
        [server.tenants.own, machine.deviceId],
      ),
    ).resolves.toEqual([]);
  });

  it('keeps changes for a year, and then deletes any number of them', async () => {
    const machine = await newMachine();
    await machine.send(report({ software: Array.from({ length: 2_500 }, (_, index) => dpkg(`old-${index}`, '1')) }));
    await machine.send(report({ software: [] }));
    const countChanges = () =>
      server.database.asOwner('select count(*)::integer from cfs.inventory_changes where device_id = $1', [
        machine.deviceId,
      ]);
    server.clock.advance((inventoryLimits.changeDays - 1) * 24 * 3_600_000);
    await removeOldChanges(server.services);
    expect(await countChanges()).toEqual([{ count: 2_500 }]);
    server.clock.advance(2 * 24 * 3_600_000);
    await removeOldChanges(server.services);
    expect(await countChanges()).toEqual([{ count: 0 }]);
  });

  it('keeps only the newest changes of a device', async () => {
    const machine = await newMachine();
    const many = (version: string) =>
      report({ software: Array.from({ length: 3_000 }, (_, index) => dpkg(`tool-${index}`, version)) });
    await machine.send(many('1'));
    await machine.send(many('2'));
    await machine.send(many('3'));
    const [count] = await server.database.asOwner<{ count: number; old: number }>(
      `select count(*)::integer, count(*) filter (where after = '2')::integer as old
       from cfs.inventory_changes where device_id = $1`,
      [machine.deviceId],
    );
    expect(count).toEqual({ count: inventoryLimits.changes, old: inventoryLimits.changes - 3_000 });
  });
});

describe('queries about a fleet', () => {
  it('find devices by the version of a program, comparing its numbers by value', async () => {
    const [old, current] = [await newMachine(), await newMachine()];
    await old.send(report({ software: [dpkg('libssl3', '3.0.9-1')] }));
    await current.send(report({ software: [dpkg('libssl3', '3.0.13-1')] }));
    const found = await rows<InstalledSoftware>('installedSoftware', "name eq 'libssl3' and version lt '3.0.13'");
    expect(found.map(({ deviceId }) => deviceId)).toEqual([old.deviceId]);
  });

  it('find devices by properties of their inventory', async () => {
    const machine = await newMachine();
    await machine.send(report({ hardware: { ...report().hardware, memoryMebibytes: 262_144 } }));
    const answer = await server
      .as('Viewer')
      .get(
        `/v1/devices?$filter=${encodeURIComponent("inventory/memoryMebibytes gt 131072 and inventory/osName eq 'debian gnu/linux'")}&$expand=inventory`,
      );
    expect(answer.body).toMatchObject({
      value: [{ deviceId: machine.deviceId, inventory: { memoryMebibytes: 262_144, model: 'PowerEdge R640' } }],
    });
  });
});

describe('an agent', () => {
  it('reports only its own device, whichever device the body names', async () => {
    const [machine, other] = [await newMachine(), await newMachine()];
    await machine.send({ ...report(), deviceId: other.deviceId, tenantId: server.tenants.foreign });
    expect(await inventoryOf(machine)).toBeDefined();
    expect(await inventoryOf(other)).toBeUndefined();
    expect(
      await rows('deviceInventories', `deviceId eq ${machine.deviceId}`, server.as('Viewer', server.tenants.foreign)),
    ).toEqual([]);
  });

  it('receives 429 with Retry-After if it reports twice within a minute', async () => {
    const machine = await newMachine();
    await machine.send();
    expect(await machine.client.post(path, report())).toMatchObject({
      status: 429,
      headers: { 'retry-after': String(inventoryLimits.minSeconds) },
    });
  });

  it('is the only actor that may report', async () => {
    expect((await server.as('Administrator').post(path, report())).status).toBe(403);
    expect((await server.anonymous.post(path, report())).status).toBe(401);
  });
});

describe('a hostile inventory', () => {
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
  const million = JSON.stringify({ ...report(), software: Array.from({ length: 60_000 }, () => 1) });

  it.each([
    ['more programs than the limit', report({ software: Array.from({ length: 5_001 }, () => dpkg('a', '1')) })],
    ['a name longer than the limit', report({ software: [dpkg('a'.repeat(201), '1')] })],
    ['a name of control characters only', report({ software: [dpkg('\u0007\u202e', '1')] })],
    ['a NUL character', JSON.stringify(report({ software: [dpkg('a\0', '1')] }))],
    ['a lone surrogate', JSON.stringify(report({ software: [dpkg('a', '1')] })).replace('"a"', '"\\ud800"')],
    ['an unknown source', { ...report(), software: [{ ...dpkg('a', '1'), source: 'Guess' }] }],
    ['an impossible memory size', report({ hardware: { ...report().hardware, memoryMebibytes: 2 ** 53 } })],
    ['negative sizes', report({ disks: [{ mount: '/', device: 'a', fileSystem: null, sizeBytes: -1, freeBytes: 0 }] })],
    ['an invalid boot time', { ...report(), operatingSystem: { ...report().operatingSystem, bootTime: 'soon' } }],
    ['deep nesting', `{"software":${deep}}`],
    ['more values than the limit', million],
    ['keys that pollute prototypes', '{"__proto__":{"a":1}}'],
    ['an array instead of an object', []],
    ['invalid JSON', '{'],
    ['an empty body', ''],
  ])('is refused with 400: %s', async (_, body) => {
    const machine = await newMachine();
    expect(await machine.send(body)).toBe(400);
    expect(await inventoryOf(machine)).toBeUndefined();
  });

  it('is refused with 415 and the name of its encoding if it is compressed', async () => {
    const { client } = await newMachine();
    const { status, body } = await client.send('POST', path, {
      body: Buffer.from([0x1f, 0x8b, 0x08]),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect(status).toBe(415);
    expect(body).toMatchObject({ detail: 'The content encoding gzip is not supported by this call.' });
  });

  it('is refused with 413 when it is larger than the limit', async () => {
    const machine = await newMachine();
    expect(await machine.send(`"${'a'.repeat(inventoryLimits.bodyBytes)}"`)).toBe(413);
  });

  it('is stored without control characters, and each program once', async () => {
    const machine = await newMachine();
    const again = { ...dpkg('open\u0007ssl\u202e', '3.0.9'), publisher: '\u0000'.slice(1) };
    expect(await machine.send(report({ software: [again, again] }))).toBe(204);
    expect(await softwareOf(machine)).toMatchObject([{ name: 'openssl', publisher: null }]);
  });
});
