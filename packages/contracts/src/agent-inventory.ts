import { z } from 'zod';
import { inventoryLimits, softwareSources, type SoftwareSource } from './inventory.ts';
import { withoutMisleadingSigns } from './misleading-characters.ts';
import { instant, text } from './text.ts';

const { nameLength, versionLength } = inventoryLimits;

/** Text from a machine: control characters, which could disguise it, are removed. */
const fact = (max: number) => text(max).transform((value) => withoutMisleadingSigns(value).trim());
const name = fact(nameLength).refine((value) => value !== '', 'Must not be empty.');
const optional = fact(nameLength)
  .transform((value) => (value === '' ? null : value))
  .nullable();
const bytes = z.int().min(0);

const sourceNames = Object.keys(softwareSources) as [SoftwareSource, ...SoftwareSource[]];

/**
 * Body of `POST /v1/agents/inventory`, 204. The device is that of the token. 429 with `Retry-After` when the previous
 * report is less than a minute old.
 */
export const inventoryReport = z.object({
  hardware: z.object({
    cpuModel: optional,
    cpuCores: z.int().min(0).max(65_536).nullable(),
    memoryMebibytes: z.int().min(0).max(2_147_483_647).nullable(),
    manufacturer: optional,
    model: optional,
  }),
  operatingSystem: z.object({
    name: optional,
    version: optional,
    kernel: optional,
    architecture: optional,
    bootTime: instant.nullable(),
  }),
  interfaces: z
    .array(
      z.object({
        name,
        mac: optional,
        addresses: z.array(fact(64)).max(inventoryLimits.addresses),
      }),
    )
    .max(inventoryLimits.interfaces),
  disks: z
    .array(z.object({ mount: name, device: name, fileSystem: optional, sizeBytes: bytes, freeBytes: bytes }))
    .max(inventoryLimits.disks),
  software: z
    .array(z.object({ name, version: fact(versionLength), publisher: optional, source: z.enum(sourceNames) }))
    .max(inventoryLimits.software),
  /** Programs beyond the limit, which are not in the list. */
  softwareOmitted: z.int().min(0).max(2_147_483_647),
});
export type InventoryReport = z.infer<typeof inventoryReport>;
