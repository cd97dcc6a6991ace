import { randomUUID } from 'node:crypto';
import type { InventoryReport } from '@cfs/contracts/agent-inventory';
import {
  inventoryLimits,
  softwareSources,
  type InventoryDisk,
  type InventoryInterface,
} from '@cfs/contracts/inventory';
import type { Selectable } from 'kysely';
import { systemContext } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { recordSet } from '../../platform/database/record-set.ts';
import { tooManyRequests, unauthorized } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { compareFacts, digestOf, machineFacts, softwareFacts, type Fact, type FactChange } from './inventory-facts.ts';
import type { DeviceInventoryTable } from './inventory-tables.ts';

interface Device {
  readonly tenantId: string;
  readonly deviceId: string;
}
type Inventory = Selectable<DeviceInventoryTable>;
type Software = InventoryReport['software'][number];

/** The key of a program: its name, version and source. */
const softwareKey = ({ name, version, source }: Pick<Software, 'name' | 'version'> & { readonly source: number }) =>
  JSON.stringify([name, version, source]);

const rowOf = (report: InventoryReport, software: number) => ({
  cpu_model: report.hardware.cpuModel,
  cpu_cores: report.hardware.cpuCores,
  memory_mebibytes: report.hardware.memoryMebibytes,
  manufacturer: report.hardware.manufacturer,
  model: report.hardware.model,
  os_name: report.operatingSystem.name,
  os_version: report.operatingSystem.version,
  kernel: report.operatingSystem.kernel,
  architecture: report.operatingSystem.architecture,
  boot_time: report.operatingSystem.bootTime === null ? null : new Date(report.operatingSystem.bootTime),
  interfaces: JSON.stringify(report.interfaces),
  disks: JSON.stringify(report.disks),
  software_count: software,
  software_omitted: report.softwareOmitted,
});

const factsOfRow = (row: Inventory): Fact[] =>
  machineFacts({
    hardware: {
      cpuModel: row.cpu_model,
      cpuCores: row.cpu_cores,
      memoryMebibytes: row.memory_mebibytes,
      manufacturer: row.manufacturer,
      model: row.model,
    },
    operatingSystem: {
      name: row.os_name,
      version: row.os_version,
      kernel: row.kernel,
      architecture: row.architecture,
    },
    interfaces: JSON.parse(row.interfaces) as InventoryInterface[],
    disks: JSON.parse(row.disks) as InventoryDisk[],
  });

const insertSoftware = async (
  db: ScopedDatabase,
  { tenantId, deviceId }: Device,
  software: readonly Software[],
  since: Date,
): Promise<void> => {
  if (software.length === 0) return;
  const rows = software.map(({ name, version, publisher, source }) => ({
    tenant_id: tenantId,
    software_id: randomUUID(),
    device_id: deviceId,
    name,
    version,
    publisher,
    source: softwareSources[source],
    since,
  }));
  const types = {
    tenant_id: 'uuid',
    software_id: 'uuid',
    device_id: 'uuid',
    name: 'text',
    version: 'text',
    publisher: 'text',
    source: 'integer',
    since: 'timestamptz',
  };
  const columns = Object.keys(types) as (keyof typeof types)[];
  await db
    .insertInto('installed_software')
    .columns(columns)
    .expression((from) =>
      from.selectFrom(recordSet('added', types, rows)).select(columns.map((name) => `added.${name}` as const)),
    )
    .execute();
};

const insertChanges = async (
  db: ScopedDatabase,
  { tenantId, deviceId }: Device,
  changes: readonly FactChange[],
  occurred: Date,
): Promise<void> => {
  if (changes.length === 0) return;
  const rows = changes
    .slice(0, inventoryLimits.changes)
    .map((change) => ({ tenant_id: tenantId, change_id: randomUUID(), device_id: deviceId, occurred, ...change }));
  const types = {
    tenant_id: 'uuid',
    change_id: 'uuid',
    device_id: 'uuid',
    occurred: 'timestamptz',
    section: 'integer',
    kind: 'integer',
    item: 'text',
    before: 'text',
    after: 'text',
  };
  const columns = Object.keys(types) as (keyof typeof types)[];
  await db
    .insertInto('inventory_changes')
    .columns(columns)
    .expression((from) =>
      from.selectFrom(recordSet('added', types, rows)).select(columns.map((name) => `added.${name}` as const)),
    )
    .execute();
  await db
    .deleteFrom('inventory_changes')
    .where('tenant_id', '=', tenantId)
    .where('change_id', 'in', (from) =>
      from
        .selectFrom('inventory_changes')
        .select('change_id')
        .where('tenant_id', '=', tenantId)
        .where('device_id', '=', deviceId)
        .orderBy('occurred', 'desc')
        .orderBy('change_id', 'desc')
        .offset(inventoryLimits.changes),
    )
    .execute();
};

/**
 * Returns the stored inventory, locked; inserts an empty one for a device that reports for the first time.
 *
 * @throws 401 for a deleted device.
 */
const lockInventory = async (
  db: ScopedDatabase,
  { tenantId, deviceId }: Device,
  blank: Omit<Inventory, 'tenant_id' | 'device_id' | 'device_name'>,
): Promise<{ readonly row: Inventory; readonly isFirst: boolean }> => {
  const inserted = await db
    .insertInto('device_inventories')
    .values({ tenant_id: tenantId, device_id: deviceId, ...blank })
    .onConflict((other) => other.column('device_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { row: inserted, isFirst: true };
  const row = await db
    .selectFrom('device_inventories')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw unauthorized('The device was deleted.');
  return { row, isFirst: false };
};

/** Stores the software that is installed now, and returns the facts of the software stored before. */
const replaceSoftware = async (
  db: ScopedDatabase,
  device: Device,
  software: ReadonlyMap<string, Software>,
  now: Date,
): Promise<Fact[]> => {
  const stored = await db
    .selectFrom('installed_software')
    .select(['software_id', 'name', 'version', 'publisher', 'source'])
    .where('tenant_id', '=', device.tenantId)
    .where('device_id', '=', device.deviceId)
    .execute();
  const isKept = (row: (typeof stored)[number]): boolean => {
    const now = software.get(softwareKey(row));
    return now !== undefined && now.publisher === row.publisher;
  };
  const kept = new Set(stored.filter(isKept).map(softwareKey));
  const gone = stored.filter((row) => !isKept(row)).map(({ software_id }) => software_id);
  if (gone.length > 0)
    await db
      .deleteFrom('installed_software')
      .where('tenant_id', '=', device.tenantId)
      .where((row) => row('software_id', '=', row.fn.any(row.val(gone))))
      .execute();
  const added = [...software].filter(([key]) => !kept.has(key)).map(([, each]) => each);
  await insertSoftware(db, device, added, now);
  return softwareFacts(stored);
};

/**
 * Stores the report of a device's agent and its differences from the previous inventory. The first inventory of a
 * device records no changes.
 *
 * @throws 401 for a deleted device, 429 if the previous report is less than a minute old.
 */
export const recordInventory = (
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  device: Device,
  report: InventoryReport,
): Promise<void> => {
  const software = new Map(
    report.software.map((each) => [softwareKey({ ...each, source: softwareSources[each.source] }), each]),
  );
  const facts = [...machineFacts(report), ...softwareFacts([...software.values()])];
  const digest = digestOf(facts);
  const context = systemContext({ name: 'agent', clock, tenantId: device.tenantId });
  return gate.write(
    context,
    'Devices:edit',
    async (db) => {
      const now = clock.now();
      const blank = { ...rowOf(report, 0), interfaces: '[]', disks: '[]', digest: '', received: now, changed: now };
      const { row, isFirst } = await lockInventory(db, device, blank);
      const wait = Math.ceil(inventoryLimits.minSeconds - (now.getTime() - row.received.getTime()) / 1_000);
      if (!isFirst && wait > 0 && wait <= inventoryLimits.minSeconds)
        throw tooManyRequests('An inventory is accepted once a minute.', wait);
      const isChanged = row.digest !== digest;
      if (isChanged) {
        const before = [...factsOfRow(row), ...(await replaceSoftware(db, device, software, now))];
        if (!isFirst) await insertChanges(db, device, compareFacts(before, facts), now);
      }
      await db
        .updateTable('device_inventories')
        .set({ ...rowOf(report, software.size), received: now, ...(isChanged && { digest, changed: now }) })
        .where('tenant_id', '=', device.tenantId)
        .where('device_id', '=', device.deviceId)
        .execute();
    },
    `inventory ${device.deviceId}`,
  );
};
