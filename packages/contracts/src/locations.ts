import { z } from 'zod';
import type { StoredFields } from './stored-fields.ts';
import { requiredText, text } from './text.ts';

/** A line of an address: at most 200 characters; an empty line equals an absent one. */
const line = text(200)
  .transform((value) => (value.trim() === '' ? null : value.trim()))
  .nullish();

const locationFields = {
  name: requiredText(200, 'Please enter a name.'),
  address1: line,
  address2: line,
  city: line,
  state: line,
  country: line,
  postalCode: line,
  /** Latitude and longitude as entered; not interpreted. */
  coordinates: line,
};

/**
 * Body of PUT /v1/locations (docs/reference/locations.md). Without `tenantId` the location belongs to the request's
 * tenant. `null` makes one that every tenant sees; only callers who may create in all tenants may do that.
 */
export const locationCreateSchema = z.strictObject({
  ...locationFields,
  locationId: z.guid().toLowerCase().nullish(),
  tenantId: z.guid().toLowerCase().nullish(),
});

/**
 * Body of POST /v1/locations/{id}: absent fields are unchanged; with `modified`, 409 when the row has changed since.
 */
export const locationUpdateSchema = locationCreateSchema.extend({
  name: locationFields.name.optional(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type LocationCreate = z.infer<typeof locationCreateSchema>;
export type LocationUpdate = z.infer<typeof locationUpdateSchema>;

/** A location as returned by the API. */
export interface Location extends StoredFields<typeof locationFields> {
  readonly locationId: string;
  /** `null` for a location that every tenant sees. */
  readonly tenantId: string | null;
  /** ISO 8601 in UTC with milliseconds; strictly increasing with each change. */
  readonly modified: string;
}

/**
 * An option of GET /api/generallookup/locations: locations of the request's tenant and shared ones, ordered by name.
 */
export const locationLookup = z.object({
  locationId: z.guid(),
  name: z.string(),
  tenantId: z.guid().nullable(),
});
export type LocationLookup = z.infer<typeof locationLookup>;
