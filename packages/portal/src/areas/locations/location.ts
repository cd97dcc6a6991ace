import type { Location } from '@cfs/contracts/locations';

/** A location as the list shows it, its tenant expanded. */
export interface LocationRow extends Location {
  readonly tenant?: { readonly name: string } | null;
}

/** The fields that the form shows, and the time at which it was opened. */
export const valuesOf = ({ tenant: _tenant, ...location }: LocationRow): Location => location;
