import type { Package } from '@cfs/contracts/packages';

export const packageSet = '/v1/packages';
export const packageVersionSet = '/v1/packageVersions';
export const operationSet = '/v1/operations';

/** A package with its tenant expanded, as the list loads it. */
export interface PackageRow extends Package {
  readonly tenant?: { readonly name: string } | null;
}
