import { z } from 'zod';
import { requiredText, text } from './text.ts';

/** Maximum number of publisher keys of a tenant, and of keys of shared packages. */
export const publisherKeyLimit = 20;

/**
 * Body of PUT /v1/publisherKeys: a key that may sign bundles of the tenant. Without `tenantId` of the request's tenant;
 * `null` for packages that every tenant shares.
 */
export const publisherKeyCreateSchema = z.strictObject({
  name: requiredText(200, 'Please enter a name.'),
  /** An Ed25519 public key: PEM, or its raw 32 bytes in base64 or base64url. */
  publicKey: text(2_000).min(1, 'Please enter the public key.'),
  tenantId: z.guid().toLowerCase().nullish(),
});
export type PublisherKeyCreate = z.infer<typeof publisherKeyCreateSchema>;

/** A publisher key as returned by the API. */
export interface PublisherKey {
  readonly publisherKeyId: string;
  /** `null` for a key of shared packages. */
  readonly tenantId: string | null;
  readonly name: string;
  /** `SHA256:` and the unpadded base64 of the SHA-256 of the raw key. */
  readonly fingerprint: string;
  readonly created: string;
  readonly createdBy: string;
}
