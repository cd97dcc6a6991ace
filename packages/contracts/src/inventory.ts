/** What an agent finds on its machine (docs/reference/inventory.md): limits, numbers and rows. No schemas here. */

/** Limits of a report; the agent leaves out what exceeds them, the server refuses it. */
export const inventoryLimits = {
  software: 5_000,
  interfaces: 64,
  addresses: 32,
  disks: 128,
  /** UTF-16 code units. */
  nameLength: 200,
  versionLength: 100,
  bodyBytes: 2 * 1_048_576,
  /** Nesting and number of JSON values of a body. */
  json: { depth: 8, values: 50_000 },
  /** Changes of a device that are kept. */
  changes: 5_000,
  changeDays: 365,
  /** Between two reports of a device. */
  minSeconds: 60,
} as const;

/** Where an agent has read installed software; transferred by name. */
export const softwareSources = { Dpkg: 1, Rpm: 2, WindowsRegistry: 3, MacOs: 4 } as const;
export type SoftwareSource = keyof typeof softwareSources;

/** The part of an inventory that a change is about; transferred by name. */
export const inventorySections = { Hardware: 1, OperatingSystem: 2, Network: 3, Disk: 4, Software: 5 } as const;
export type InventorySection = keyof typeof inventorySections;

/** What happened to the item of a change; transferred by name. */
export const inventoryChangeKinds = { Added: 1, Removed: 2, Changed: 3 } as const;
export type InventoryChangeKind = keyof typeof inventoryChangeKinds;

/** A network interface: a member of `interfaces`. */
export interface InventoryInterface {
  readonly name: string;
  readonly mac: string | null;
  readonly addresses: readonly string[];
}

/** A mounted file system: a member of `disks`. */
export interface InventoryDisk {
  readonly mount: string;
  readonly device: string;
  readonly fileSystem: string | null;
  readonly sizeBytes: number;
  readonly freeBytes: number;
}

/** What the agent of a device found last. */
export interface DeviceInventory {
  readonly deviceId: string;
  readonly tenantId: string;
  readonly cpuModel: string | null;
  readonly cpuCores: number | null;
  readonly memoryMebibytes: number | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly osName: string | null;
  readonly osVersion: string | null;
  readonly kernel: string | null;
  readonly architecture: string | null;
  readonly bootTime: string | null;
  /** JSON text of {@link InventoryInterface}s. */
  readonly interfaces: string;
  /** JSON text of {@link InventoryDisk}s. */
  readonly disks: string;
  readonly softwareCount: number;
  /** Software beyond the limit, which the agent has left out. */
  readonly softwareOmitted: number;
  readonly received: string;
  /** When the inventory last changed. */
  readonly changed: string;
}

/** A version of a program that is installed on a device. */
export interface InstalledSoftware {
  readonly softwareId: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly name: string;
  readonly version: string;
  readonly publisher: string | null;
  readonly source: SoftwareSource;
  /** When it was first reported. */
  readonly since: string;
}

/** What differed between two inventories of a device. */
export interface InventoryChange {
  readonly changeId: string;
  readonly deviceId: string;
  readonly occurred: string;
  readonly section: InventorySection;
  readonly kind: InventoryChangeKind;
  readonly item: string;
  readonly before: string | null;
  readonly after: string | null;
}
