import { z } from 'zod';

/** Maximum number of units that were merged into one, also by way of others. */
export const mergedUnitLimit = 100;

/**
 * Body of POST /v1/workunits/{workUnitId}/merge: the unit into which the other one is merged, and whether the mails to
 * its stakeholder are copied to the stakeholder of the other one from now on.
 */
export const workUnitMergeSchema = z.strictObject({
  targetId: z.int({ error: 'Please choose a work unit.' }).positive('Please choose a work unit.'),
  copiesRequester: z.boolean().default(true),
});

export type WorkUnitMerge = z.infer<typeof workUnitMergeSchema>;

/** Answer of GET /v1/rc/workunits/{workUnitId}/openable: the unit itself, or the caller's own that was merged into it. */
export const openableUnitSchema = z.object({ workUnitId: z.int().nullable() });

export type OpenableUnit = z.infer<typeof openableUnitSchema>;
