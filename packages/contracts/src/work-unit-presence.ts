import { z } from 'zod';

/** How long a person counts as present after the last signal, and how often the portal sends one. Milliseconds. */
export const presenceLifetimeMilliseconds = 15_000;
export const presenceIntervalMilliseconds = 5_000;

/** Body of POST /v1/workunits/{workUnitId}/presence; `left` removes the caller immediately. */
export const presenceSchema = z.strictObject({ mode: z.enum(['viewing', 'editing', 'left']).default('viewing') });

/**
 * Other people who have the unit open, by name, and the version of the unit: `modified` and by whom, the id of the
 * newest stream record, and the number of attachments, so that one call shows whether a refetch is needed.
 */
export const presentSchema = z.object({
  others: z.array(z.object({ displayName: z.string(), mail: z.string(), mode: z.literal(['viewing', 'editing']) })),
  modified: z.iso.datetime(),
  modifiedBy: z.string(),
  newestRecord: z.int().nullable(),
  attachments: z.int(),
});

export type Presence = z.output<typeof presenceSchema>;
export type Present = Readonly<z.infer<typeof presentSchema>>;
