import { z } from 'zod';
import { operatingSystems } from './device-enumerations.ts';
import { operationFrequencies, parameterSources, type ParameterSource } from './operation-enumerations.ts';
import {
  executableTypes,
  packageTypes,
  type ExecutableType,
  type PackageType,
  type PackageVersionStatus,
} from './package-enumerations.ts';
import { instant, requiredText, text } from './text.ts';

/** Packages and their versions (docs/reference/packages.md). */

/** Bounds of a package. */
export const packageLimits = {
  /** UTF-16 code units. */
  nameLength: 200,
  descriptionLength: 2_000,
  pathLength: 400,
  addressLength: 2_000,
  labelLength: 200,
  defaultValueLength: 8_000,
  parameters: 50,
} as const;

const namesOf = <Names extends Record<string, number>>(names: Names) =>
  z.enum(Object.keys(names) as [Extract<keyof Names, string>, ...Extract<keyof Names, string>[]]);

export const packageTypeSchema = namesOf(packageTypes);
export const executableTypeSchema = namesOf(executableTypes);

/** Sum of the numbers of every operating system. */
const allOperatingSystems = Object.values(operatingSystems).reduce((sum: number, system) => sum + system, 0);

/** A parameter of a package or operation, as the form of a device operation asks for it. */
export const parameterDefinitionSchema = z.strictObject({
  Name: requiredText(100, 'Please enter the name of the parameter.'),
  Description: text(1_000).nullish().default(null),
  Required: z.boolean().default(false),
  Source: z.enum(parameterSources).default('PortalEntry'),
  DefaultValue: text(packageLimits.defaultValueLength).nullish().default(null),
});

/** A parameter as stored: a member of `parameterDefinitions`. */
export interface ParameterDefinition {
  readonly Name: string;
  readonly Description: string | null;
  readonly Required: boolean;
  readonly Source: ParameterSource;
  readonly DefaultValue: string | null;
}

/** Parameters with different names. */
export const parameterDefinitionsSchema = z
  .array(parameterDefinitionSchema)
  .max(packageLimits.parameters)
  .refine(
    (parameters) => new Set(parameters.map(({ Name }) => Name.toLowerCase())).size === parameters.length,
    'Each parameter needs a unique name.',
  );

/** An address that a browser may open. */
export const referenceUrlSchema = text(packageLimits.addressLength).refine(
  (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
  'Must be an address that begins with http:// or https://.',
);

const emptyAsNull = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? null : value);

/**
 * Body of PUT /v1/packages: a package that has no version yet. Without `tenantId` it belongs to the request's tenant;
 * `null` makes one that every tenant sees.
 */
export const packageCreateSchema = z.strictObject({
  packageId: z.guid().toLowerCase().nullish(),
  name: requiredText(packageLimits.nameLength, 'Please enter a name.'),
  tenantId: z.guid().toLowerCase().nullish(),
  description: text(packageLimits.descriptionLength).nullish(),
  packageTypeId: packageTypeSchema,
  executableName: text(packageLimits.pathLength).nullish(),
  executableTypeId: executableTypeSchema,
  referenceUrl: z.preprocess(emptyAsNull, referenceUrlSchema.nullish()),
  /** Sum of the numbers of the operating systems that it supports; 0 when it is unknown. */
  operatingSystemRidsId: z.int().min(0).max(allOperatingSystems).default(0),
});

/**
 * Body of POST /v1/packages/{id}: absent fields are unchanged; with `modified`, 409 when the row has changed since. What
 * bundles state of a package with versions cannot be changed here.
 */
export const packageUpdateSchema = packageCreateSchema
  .extend({ operatingSystemRidsId: z.int().min(0).max(allOperatingSystems), modified: instant })
  .partial();

export type PackageCreate = z.output<typeof packageCreateSchema>;
export type PackageUpdate = z.output<typeof packageUpdateSchema>;

/** A package as returned by the API. */
export interface Package {
  readonly packageId: string;
  /** `null` for a package that every tenant sees. */
  readonly tenantId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly packageTypeId: PackageType;
  readonly executableName: string | null;
  readonly executableTypeId: ExecutableType;
  readonly referenceUrl: string | null;
  readonly operatingSystemRidsId: number;
  /** JSON text: {@link ParameterDefinition}s. */
  readonly parameterDefinitions: string;
  readonly modified: string;
}

/** A version of a package as returned by the API. */
export interface PackageVersion {
  readonly packageVersionId: string;
  readonly packageId: string;
  readonly version: string;
  readonly label: string;
  readonly packageVersionStatusId: PackageVersionStatus;
  /** SHA-256 of the bundle, hexadecimal. */
  readonly sha256: string;
  /** Bytes of the bundle. */
  readonly size: number;
  readonly created: string;
  readonly createdBy: string;
}

/** How often an operation runs, in words that the portal shows. */
export const frequencyNames: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(operationFrequencies).map(([name, id]) => [id, name]),
);
