import { createHash } from 'node:crypto';
import type { InventoryReport } from '@cfs/contracts/agent-inventory';
import {
  inventoryChangeKinds,
  inventorySections,
  type InventoryDisk,
  type InventoryInterface,
} from '@cfs/contracts/inventory';

/**
 * An item of an inventory whose changes are recorded. An item may have several values: versions installed side by side.
 */
export interface Fact {
  /** A number of `inventorySections`. */
  readonly section: number;
  readonly item: string;
  readonly value: string;
}

/** A difference between two inventories. */
export interface FactChange {
  readonly section: number;
  /** A number of `inventoryChangeKinds`. */
  readonly kind: number;
  readonly item: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The source of the facts of a machine: a report, or a stored row with its JSON parsed. */
export interface FactSource {
  readonly hardware: InventoryReport['hardware'];
  readonly operatingSystem: Omit<InventoryReport['operatingSystem'], 'bootTime'>;
  readonly interfaces: readonly InventoryInterface[];
  readonly disks: readonly Omit<InventoryDisk, 'freeBytes'>[];
}

const { Hardware, OperatingSystem, Network, Disk, Software } = inventorySections;
const gibibyte = 1024 ** 3;

const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');

/** Returns the facts of a machine except its software, free space and boot time, which change in normal operation. */
export const machineFacts = ({ hardware, operatingSystem, interfaces, disks }: FactSource): Fact[] =>
  [
    { section: Hardware, item: 'Processor', value: hardware.cpuModel ?? '' },
    { section: Hardware, item: 'Processor cores', value: String(hardware.cpuCores ?? '') },
    {
      section: Hardware,
      item: 'Memory',
      value: hardware.memoryMebibytes === null ? '' : `${hardware.memoryMebibytes} MiB`,
    },
    { section: Hardware, item: 'Manufacturer', value: hardware.manufacturer ?? '' },
    { section: Hardware, item: 'Model', value: hardware.model ?? '' },
    {
      section: OperatingSystem,
      item: 'Operating system',
      value: [operatingSystem.name, operatingSystem.version].filter(Boolean).join(' '),
    },
    { section: OperatingSystem, item: 'Kernel', value: operatingSystem.kernel ?? '' },
    { section: OperatingSystem, item: 'Architecture', value: operatingSystem.architecture ?? '' },
    ...interfaces.map(({ name, mac, addresses }) => ({
      section: Network,
      item: name,
      value: joined(mac, ...addresses.toSorted()) || 'no address',
    })),
    ...disks.map(({ mount, device, fileSystem, sizeBytes }) => ({
      section: Disk,
      item: mount,
      value: joined(device, fileSystem, `${(sizeBytes / gibibyte).toFixed(1)} GiB`),
    })),
  ].filter(({ value }) => value !== '');

/** The facts of installed software. */
export const softwareFacts = (software: readonly { readonly name: string; readonly version: string }[]): Fact[] =>
  software.map(({ name, version }) => ({ section: Software, item: name, value: version }));

/** SHA-256 of facts in hexadecimal; independent of their order. */
export const digestOf = (facts: readonly Fact[]): string => {
  const lines = facts.map(({ section, item, value }) => JSON.stringify([section, item, value])).toSorted();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
};

const byItem = (facts: readonly Fact[]) => Map.groupBy(facts, ({ section, item }) => `${section} ${item}`);
const valuesOf = (facts: readonly Fact[] | undefined): string[] => [
  ...new Set((facts ?? []).map(({ value }) => value)),
];

/** The differences of an item: one removed and one added value are a change; otherwise values are added or removed. */
const changesOfItem = (
  item: Pick<Fact, 'section' | 'item'>,
  before: readonly string[],
  after: readonly string[],
): FactChange[] => {
  const [known, found] = [new Set(before), new Set(after)];
  const removed = before.filter((value) => !found.has(value));
  const added = after.filter((value) => !known.has(value));
  const change = (kind: number, from: string | null, to: string | null): FactChange => ({
    section: item.section,
    item: item.item,
    kind,
    before: from,
    after: to,
  });
  const [from, to] = [removed[0], added[0]];
  if (removed.length === 1 && added.length === 1 && from !== undefined && to !== undefined)
    return [change(inventoryChangeKinds.Changed, from, to)];
  return [
    ...removed.map((value) => change(inventoryChangeKinds.Removed, value, null)),
    ...added.map((value) => change(inventoryChangeKinds.Added, null, value)),
  ];
};

/** Returns the differences between two inventories, by section and item. */
export const compareFacts = (before: readonly Fact[], after: readonly Fact[]): FactChange[] => {
  const [old, fresh] = [byItem(before), byItem(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [first] = old.get(key) ?? fresh.get(key) ?? [];
    return first ? changesOfItem(first, valuesOf(old.get(key)), valuesOf(fresh.get(key))) : [];
  });
};
