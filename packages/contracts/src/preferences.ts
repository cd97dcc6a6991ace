import { z } from 'zod';
import { preferenceNamePattern } from './preference-names.ts';

/** Most preferences that one person keeps. */
export const preferenceLimit = 64;

/** Most bytes of one value, as JSON in UTF-8. */
export const preferenceSizeLimit = 16_384;

/** Most arrays and objects of a value within each other. */
export const preferenceDepthLimit = 16;

/** A preference's name in an address, at most 64 characters. */
export const preferenceName = z
  .string()
  .max(64, 'Must be at most 64 characters.')
  .regex(preferenceNamePattern, 'Must be lower case words such as columns:locations.');

/** Whether no more than so many arrays and objects lie within each other. */
const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isShallow(member, depth - 1)));

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Any JSON value within the limits; the server reads nothing in it. */
export const preferenceValue = z
  .unknown()
  .refine((value) => value !== undefined, 'Must be a JSON value.')
  .refine((value) => isShallow(value, preferenceDepthLimit), `Must be at most ${preferenceDepthLimit} levels deep.`)
  .refine(
    (value) => !isShallow(value, preferenceDepthLimit) || sizeOf(value ?? null) <= preferenceSizeLimit,
    `Must be at most ${preferenceSizeLimit / 1024} KiB.`,
  );

/** What the caller chose, by name (GET /v1/preferences). */
export const preferences = z.record(z.string(), z.unknown());
export type Preferences = Readonly<z.infer<typeof preferences>>;
