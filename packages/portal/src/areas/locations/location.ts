import type { Location } from '@cfs/contracts/locations';

/** A location as the list shows it, its tenant expanded. */
export interface LocationRow extends Location {
  readonly tenant?: { readonly name: string } | null;
}
