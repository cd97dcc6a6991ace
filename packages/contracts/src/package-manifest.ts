import { z } from 'zod';
import { operatingSystems } from './device-enumerations.ts';
import { operationFrequencies, operationResultTypes, operationTypes, runLimits } from './operation-enumerations.ts';
import {
  executableTypeSchema,
  packageLimits,
  packageTypeSchema,
  parameterDefinitionsSchema,
  referenceUrlSchema,
} from './packages.ts';
import { parseSemanticVersion, versionLength } from './semantic-version.ts';
import { requiredText, text } from './text.ts';
import { parseTimeSpan } from './time-span.ts';

/** Bounds of a bundle (docs/reference/packages.md#bundles). */
export const bundleLimits = {
  /** Bytes of the zip. */
  bundleBytes: 500 * 1024 * 1024,
  /** Bytes of all files together. */
  unpackedBytes: 1024 * 1024 * 1024,
  files: 10_000,
  manifestBytes: 4 * 1024 * 1024,
  operations: 200,
  arguments: 100,
  /** Bundles of one upload. */
  bundlesOfUpload: 10,
} as const;

/** Names of the two files that describe a bundle; the signature is the 64 bytes of an Ed25519 signature. */
export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';

const systemNames = Object.keys(operatingSystems).filter((name) => name !== 'Unknown') as [string, ...string[]];

/** Component names that Windows reserves, with any extension. */
const reservedName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** Control characters, separators of Windows, and what Windows refuses in names. */
const refusedSign = /[\u0000-\u001f\u007f\\:*?"<>|]/;
const componentLength = 255;

/**
 * Why a path within a bundle is refused; `undefined` for a relative path with slashes that means the same file on every
 * operating system.
 */
export const pathFault = (path: string): string | undefined => {
  if (path === '' || path.length > packageLimits.pathLength) return 'is empty or too long';
  if (!path.isWellFormed() || path.normalize('NFC') !== path) return 'is not normalised Unicode (NFC)';
  if (refusedSign.test(path)) return 'has a character that not every system allows';
  for (const component of path.split('/')) {
    if (component === '') return 'is absolute or has an empty part';
    if (component === '.' || component === '..') return 'leaves its directory';
    if (component.length > componentLength) return 'has a part that is too long';
    if (/[. ]$/.test(component) || component.startsWith(' '))
      return 'has a part that begins or ends with a space or a dot';
    if (reservedName.test(component)) return 'has a part that Windows reserves';
  }
  return undefined;
};

const filePath = text(packageLimits.pathLength).superRefine((path, check) => {
  const fault = pathFault(path);
  if (fault !== undefined) check.addIssue(`The path ${fault}.`);
});

const minimumIntervalSeconds = runLimits.minIntervalSeconds;

const defaultInterval = z
  .string()
  .refine(
    (value) => (parseTimeSpan(value) ?? 0) >= minimumIntervalSeconds,
    `Must be a time span of at least ${minimumIntervalSeconds} seconds, as HH:mm:ss.`,
  )
  .default('00:05:00');

const operation = z.strictObject({
  name: requiredText(packageLimits.nameLength, 'Each operation needs a name.'),
  description: text(packageLimits.descriptionLength).nullish(),
  operationType: z.enum(operationTypes),
  resultType: z.enum(Object.keys(operationResultTypes) as (keyof typeof operationResultTypes)[]),
  frequencies: z
    .array(z.enum(Object.keys(operationFrequencies) as (keyof typeof operationFrequencies)[]))
    .min(1, 'Each operation needs a frequency.')
    .max(Object.keys(operationFrequencies).length),
  defaultInterval,
  parameters: parameterDefinitionsSchema.default([]),
  /** Passed to the executable of the package in this order, without a shell. */
  arguments: z.array(text(packageLimits.defaultValueLength)).max(bundleLimits.arguments).default([]),
  timeoutSeconds: z.int().min(1).max(runLimits.maxTimeoutSeconds).default(runLimits.defaultTimeoutSeconds),
  memoryLimitMebibytes: z
    .int()
    .min(runLimits.minMemoryMebibytes)
    .max(runLimits.maxMemoryMebibytes)
    .default(runLimits.defaultMemoryMebibytes),
});

const file = z.strictObject({
  path: filePath,
  /** Hexadecimal, in lower case. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 of 64 hexadecimal digits in lower case.'),
  /** Bytes. */
  size: z.int().min(0).max(bundleLimits.unpackedBytes),
});

const hasDistinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string): boolean =>
  new Set(items.map(keyOf)).size === items.length;

/** The key under which two paths are the same file on a system that ignores case. */
export const foldedPath = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase();

/** The content of `manifest.json`, UTF-8. Members that it does not name are refused. */
export const packageManifestSchema = z
  .strictObject({
    name: requiredText(packageLimits.nameLength, 'The package needs a name.'),
    version: z
      .string()
      .max(versionLength)
      .refine((version) => parseSemanticVersion(version) !== undefined, 'Must be a SemVer 2 version such as 1.4.0.'),
    type: packageTypeSchema,
    description: text(packageLimits.descriptionLength).nullish(),
    referenceUrl: referenceUrlSchema.nullish(),
    operatingSystems: z.array(z.enum(systemNames)).min(1, 'The package needs an operating system.'),
    /** The program of the operations: one of the files. */
    executable: z.strictObject({ name: filePath, type: executableTypeSchema }).optional(),
    parameters: parameterDefinitionsSchema.default([]),
    operations: z.array(operation).max(bundleLimits.operations).default([]),
    files: z.array(file).max(bundleLimits.files),
  })
  .superRefine(({ files, operations, executable: program }, check) => {
    if (!hasDistinct(files, ({ path }) => foldedPath(path)))
      check.addIssue({
        code: 'custom',
        path: ['files'],
        message: 'Two files have the same path if upper and lower case are ignored.',
      });
    if (files.some(({ path }) => [manifestName, signatureName].includes(foldedPath(path))))
      check.addIssue({
        code: 'custom',
        path: ['files'],
        message: `${manifestName} and ${signatureName} are not listed.`,
      });
    if (!hasDistinct(operations, ({ name }) => name.toLowerCase()))
      check.addIssue({ code: 'custom', path: ['operations'], message: 'Two operations have the same name.' });
    if (program && !files.some(({ path }) => path === program.name))
      check.addIssue({
        code: 'custom',
        path: ['executable'],
        message: `The executable ${program.name} is not among the files.`,
      });
    if (!program && operations.length > 0)
      check.addIssue({ code: 'custom', path: ['executable'], message: 'Operations need an executable.' });
  });

export type PackageManifest = z.output<typeof packageManifestSchema>;

/** The operating systems of a manifest as the sum of their numbers. */
export const operatingSystemRidsOf = ({
  operatingSystems: names,
}: Pick<PackageManifest, 'operatingSystems'>): number => {
  const numbers: Readonly<Record<string, number>> = operatingSystems;
  return [...new Set(names)].reduce((sum, name) => sum + (numbers[name] ?? 0), 0);
};

/** Answer of `POST /v1/packages/upload`: the version of each bundle, in the order of the bundles. */
export const uploadedVersionsSchema = z.object({
  value: z.array(
    z.object({
      packageId: z.guid(),
      packageName: z.string(),
      packageVersionId: z.guid(),
      version: z.string(),
      packageVersionStatusId: z.string(),
      /** False for a version that was there already, with the same bytes. */
      isNew: z.boolean(),
    }),
  ),
});
export type UploadedVersions = z.infer<typeof uploadedVersionsSchema>;
