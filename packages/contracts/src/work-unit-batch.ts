import { z } from 'zod';

/** Most units that one call changes. */
export const batchLimit = 100;

/** What became of the patch of one unit: its status as if it had been sent alone, and the problem's words. */
export const patchedUnitSchema = z.object({
  workUnitId: z.int(),
  status: z.int(),
  detail: z.string().nullable(),
  /** The unit afterwards, as PATCH answers it; null when it was refused. */
  workUnit: z.record(z.string(), z.unknown()).nullable(),
});

/** Answer of POST /v1/workunits/batchpatch, in the order of the request. */
export const patchedUnitsSchema = z.object({ value: z.array(patchedUnitSchema) });

export type PatchedUnit = Readonly<z.infer<typeof patchedUnitSchema>>;
