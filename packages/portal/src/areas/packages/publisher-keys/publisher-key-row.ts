import type { PublisherKey } from '@cfs/contracts/publisher-keys';

export const publisherKeySet = '/v1/publisherKeys';

/** A publisher key with its tenant expanded. */
export interface PublisherKeyRow extends PublisherKey {
  readonly tenant?: { readonly name: string } | null;
}
