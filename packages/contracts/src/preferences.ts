import { z } from 'zod';
import { preferenceNamePattern } from './preference-names.ts';

/** Maximum number of preferences per person. */
export const preferenceLimit = 64;

/** Maximum size of one value in bytes of JSON in UTF-8. */
export const preferenceLimitBytes = 16_384;

/** Maximum nesting of arrays and objects in a value. */
export const preferenceDepthLimit = 16;

/** A preference's name in an address, at most 64 characters. */
export const preferenceName = z
  .string()
  .max(64, 'Must be at most 64 characters.')
  .regex(preferenceNamePattern, 'Must be lower case words such as columns:locations.');

/** Whether arrays and objects are nested at most `depth` levels deep. */
const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isShallow(member, depth - 1)));

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Any JSON value within the limits; opaque to the server. */
export const preferenceValue = z
  .unknown()
  .refine((value) => value !== undefined, 'Must be a JSON value.')
  .refine((value) => isShallow(value, preferenceDepthLimit), `Must be at most ${preferenceDepthLimit} levels deep.`)
  .refine(
    (value) => !isShallow(value, preferenceDepthLimit) || sizeOf(value ?? null) <= preferenceLimitBytes,
    `Must be at most ${preferenceLimitBytes / 1024} KiB.`,
  );

/** The caller's preferences by name (GET /v1/preferences). */
export const preferences = z.record(z.string(), z.unknown());
export type Preferences = Readonly<z.infer<typeof preferences>>;
