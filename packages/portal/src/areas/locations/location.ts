import type { Location } from '@cfs/contracts/locations';

/** A location with its tenant expanded, as the list loads it. */
export interface LocationRow extends Location {
  readonly tenant?: { readonly name: string } | null;
}
