import { operatingSystems } from '@cfs/contracts/device-enumerations';
import type { InventoryReport } from '@cfs/contracts/agent-inventory';
import type { PacketMessage } from '@cfs/contracts/packets';
import { insertDevices } from '../../areas/devices/insert-devices.ts';
import { recordAgentInstalls } from '../../areas/installations/record-agent-installs.ts';
import { setInstallations } from '../../areas/installations/set-installations.ts';
import { recordInventory } from '../../areas/inventory/record-inventory.ts';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { demoId } from './demo-blocks.ts';
import { business, noise } from './demo-readings.ts';

/** A machine of the first tenant, whose agent is simulated by the server. */
interface DemoDevice {
  readonly name: string;
  readonly description: string;
  readonly tags: string;
  readonly place: string;
  readonly system: keyof typeof operatingSystems;
  readonly cores: number;
  readonly memoryGibibytes: number;
  /** Share of the memory that is used at night. */
  readonly usedMemory: number;
  /** Processor usage in percent at night, and what is added to it at noon. */
  readonly load: readonly [night: number, noon: number];
  /** If set, it stopped reporting this many hours before the first start. */
  readonly silentForHours?: number;
  /** Installed versions by package. */
  readonly packages: Readonly<Record<string, string>>;
}

const linux = { system: 'LinuxX64' } as const;
const current = { 'Disk Watcher': '1.2.0', 'Backup Probe': '1.0.0' } as const;

export const demoDevices: readonly DemoDevice[] = [
  {
    ...{
      name: 'shop-web-01',
      description: 'Serves the shop.',
      tags: 'shop,web',
      place: 'Seattle Data Center',
      ...linux,
    },
    ...{ cores: 8, memoryGibibytes: 16, usedMemory: 0.42, load: [4, 19], packages: { 'Disk Watcher': '1.2.0' } },
  },
  {
    ...{
      name: 'shop-web-02',
      description: 'Serves the shop.',
      tags: 'shop,web',
      place: 'Seattle Data Center',
      ...linux,
    },
    ...{ cores: 8, memoryGibibytes: 16, usedMemory: 0.4, load: [4, 17], packages: { 'Disk Watcher': '1.1.0' } },
  },
  {
    ...{
      name: 'shop-db-01',
      description: 'Database of the shop.',
      tags: 'shop,database',
      place: 'Seattle Data Center',
    },
    ...{ ...linux, cores: 16, memoryGibibytes: 64, usedMemory: 0.71, load: [9, 20], packages: current },
  },
  {
    ...{ name: 'mail-01', description: 'Mail relay.', tags: 'mail', place: 'Portland Data Center', ...linux },
    ...{ cores: 4, memoryGibibytes: 8, usedMemory: 0.35, load: [3, 9], packages: { 'Disk Watcher': '1.0.0' } },
  },
  {
    ...{
      name: 'files-dublin-01',
      description: 'File shares of the office.',
      tags: 'files',
      place: 'Dublin Data Center',
    },
    ...{ system: 'WinX64', cores: 4, memoryGibibytes: 16, usedMemory: 0.55, load: [5, 12], packages: {} },
  },
  {
    ...{
      name: 'kiosk-leeds-07',
      description: 'Information desk at the entrance.',
      tags: 'kiosk',
      place: 'Leeds Data Center',
    },
    ...{ ...linux, cores: 2, memoryGibibytes: 4, usedMemory: 0.5, load: [2, 6], silentForHours: 52 },
    packages: { 'Disk Watcher': '1.0.0' },
  },
];

const systems = {
  LinuxX64: { name: 'Debian GNU/Linux', version: '12', kernel: '6.1.0-28-amd64' },
  WinX64: { name: 'Microsoft Windows Server 2022 Standard', version: '10.0.20348', kernel: null },
} as const;

const round = (value: number): number => Number(value.toFixed(1));

/** The heartbeat that the agent of a device sends at a moment; `undefined` after it has stopped reporting. */
export const heartbeatOf = (device: DemoDevice, time: number, began: number): PacketMessage | undefined => {
  const { name, load, usedMemory, silentForHours } = device;
  if (silentForHours !== undefined && time > began - silentForHours * 3_600_000) return undefined;
  const CpuPercent = round(load[0] + load[1] * business(time) + 3 * Math.abs(noise(name, time)));
  const MemoryPercent = round(100 * usedMemory + 6 * business(time) + noise(`${name} memory`, time));
  return { Value: CpuPercent, Metrics: { CpuPercent, MemoryPercent } };
};

const inventoryOf = (device: DemoDevice, now: Date): InventoryReport => {
  const system = systems[device.system === 'WinX64' ? 'WinX64' : 'LinuxX64'];
  const isLinux = device.system === 'LinuxX64';
  const gibibyte = 2 ** 30;
  return {
    hardware: {
      cpuModel: 'Intel(R) Xeon(R) Gold 6338',
      cpuCores: device.cores,
      memoryMebibytes: device.memoryGibibytes * 1024,
      manufacturer: 'Northwind Hardware',
      model: device.tags === 'kiosk' ? 'Kiosk 4' : 'Rack 200',
    },
    operatingSystem: {
      ...system,
      architecture: 'x64',
      bootTime: new Date(now.getTime() - 16 * 86_400_000).toISOString(),
    },
    interfaces: [{ name: isLinux ? 'eth0' : 'Ethernet', mac: null, addresses: ['192.0.2.10'] }],
    disks: [
      {
        ...{ mount: isLinux ? '/' : 'C:', device: isLinux ? '/dev/sda1' : 'C:', fileSystem: isLinux ? 'ext4' : 'NTFS' },
        ...{ sizeBytes: 200 * gibibyte, freeBytes: 83 * gibibyte },
      },
    ],
    software: isLinux
      ? [
          { name: 'openssl', version: '3.0.15-1', publisher: 'Debian', source: 'Dpkg' },
          { name: 'openssh-server', version: '1:9.2p1-2', publisher: 'Debian', source: 'Dpkg' },
          ...(device.tags.includes('web')
            ? [{ name: 'nginx', version: '1.22.1-9', publisher: 'Debian', source: 'Dpkg' as const }]
            : []),
        ]
      : [{ name: 'Microsoft Edge', version: '130.0', publisher: 'Microsoft', source: 'WindowsRegistry' }],
    softwareOmitted: 0,
  };
};

/** Resolves with the ids of the tenant's package versions by `{package} {version}`. */
const readVersions = async (services: Services, context: Context, tenantId: string) => {
  const rows = await services.gate.read(context, 'Packages:view', (db) =>
    db
      .selectFrom('package_versions as version')
      .innerJoin('packages', 'packages.package_id', 'version.package_id')
      .select(['packages.name', 'version.version', 'version.package_id', 'version.package_version_id'])
      .where('version.tenant_id', '=', tenantId)
      .execute(),
  );
  return new Map(
    rows.map((row) => [
      `${row.name} ${row.version}`,
      { packageId: row.package_id, packageVersionId: row.package_version_id },
    ]),
  );
};

/** Creates the devices of the tenant of the context, with their installations and inventories. */
export const createDevices = async (services: Services, context: Context, subscriptionId: string): Promise<void> => {
  const { tenantId } = context;
  const versions = await readVersions(services, context, tenantId);
  await services.gate.write(context, 'Devices:edit', async (db, change) => {
    const places = await db
      .selectFrom('locations')
      .select(['name', 'location_id'])
      .where('tenant_id', '=', tenantId)
      .execute();
    const placeOf = new Map(places.map(({ name, location_id: id }) => [name, id]));
    await insertDevices(
      db,
      change,
      demoDevices.map(({ name, system }) => ({
        ...{ tenantId, subscriptionId, name, deviceId: demoId(tenantId, name) },
        operatingSystemId: operatingSystems[system],
      })),
    );
    for (const { name, description, tags, place } of demoDevices) {
      const id = demoId(tenantId, name);
      await db
        .updateTable('devices')
        .set({ description, tags, location_id: placeOf.get(place) ?? null, heartbeat_interval: heartbeatSeconds })
        .where('tenant_id', '=', tenantId)
        .where('device_id', '=', id)
        .execute();
      await change.record({ entity: 'Device', id, tenantId, after: { name, subscriptionId } });
    }
  });
  const now = services.clock.now();
  for (const device of demoDevices) {
    const deviceId = demoId(tenantId, device.name);
    const wanted = Object.entries(device.packages).flatMap(
      ([name, version]) => versions.get(`${name} ${version}`) ?? [],
    );
    if (wanted.length > 0) {
      await setInstallations(services, context, deviceId, wanted);
      await recordAgentInstalls(
        services,
        { tenantId, deviceId },
        wanted.map((ids) => ({ ...ids, state: 'Installed', percent: 100, error: null })),
      );
    }
    await recordInventory(services, { tenantId, deviceId }, inventoryOf(device, now));
  }
};

/** The time between two heartbeats, equal to that between two rounds of demo readings. */
export const heartbeatSeconds = 300;
