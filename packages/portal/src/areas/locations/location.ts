import type { Location } from '@cfs/contracts/locations';

/** A location as the list shows it, its tenant expanded. */
export interface LocationRow extends Location {
  readonly tenant?: { readonly name: string } | null;
}

/** The fields that may be sent back: those that the form shows, and the time at which it was opened. */
export const valuesOf = (location: LocationRow): Location => ({
  locationId: location.locationId,
  tenantId: location.tenantId,
  name: location.name,
  address1: location.address1,
  address2: location.address2,
  city: location.city,
  state: location.state,
  country: location.country,
  postalCode: location.postalCode,
  coordinates: location.coordinates,
  modified: location.modified,
});
