import { z } from 'zod';

const optional = (max: number) => z.string().max(max, `Must be at most ${max} characters.`).nullish();

export const locationSchema = z.object({
  name: z.string({ error: 'Please enter a name.' }).trim().min(1, 'Please enter a name.').max(200),
  tenantId: z.guid().nullish(),
  address1: optional(200),
  address2: optional(200),
  city: optional(200),
  state: optional(200),
  country: optional(200),
  postalCode: optional(50),
  coordinates: optional(100),
});

export type LocationInput = z.input<typeof locationSchema>;

export interface LocationRow extends LocationInput {
  readonly locationId: string;
  readonly modified: string;
  readonly tenant?: { readonly name: string } | null;
}
