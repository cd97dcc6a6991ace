import { z } from 'zod';

/** How long somebody counts as present after the last sign of it, and how often the portal gives one. Milliseconds. */
export const presenceLifetime = 15_000;
export const presenceInterval = 5_000;

/** Body of POST /v1/workunits/{workUnitId}/presence; `left` takes the caller away at once. */
export const presenceSchema = z.strictObject({ mode: z.enum(['viewing', 'editing', 'left']).default('viewing') });

/**
 * Who else has the unit open, by name, and how far the unit has come: its `modified`, by whom, the id of the newest
 * record of its stream, and how many files its notes hold, so that one call tells whether to look for more.
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
