import { z } from 'zod';

/** Maximum number of units in one call. */
export const batchLimit = 100;

/** Result for one unit: the status and problem detail that a single patch would return. */
export const patchedUnitSchema = z.object({
  workUnitId: z.int(),
  status: z.int(),
  detail: z.string().nullable(),
  /** The patched unit, as PATCH returns it; null when it was rejected. */
  workUnit: z.record(z.string(), z.unknown()).nullable(),
});

/** Answer of POST /v1/workunits/batchpatch, in request order. */
export const patchedUnitsSchema = z.object({ value: z.array(patchedUnitSchema) });

export type PatchedUnit = Readonly<z.infer<typeof patchedUnitSchema>>;
