import { hash, randomBytes } from 'node:crypto';
import { unauthorized } from '../problems.ts';
import type { AccessSnapshot, TokenGrantRecord } from './access-snapshot.ts';

/** Prefix of every tenant token, for people and secret scanners. */
export const tenantTokenPrefix = 'cfs_';

const shownCharacters = 8;

/** A new token: `token` is shown once and not stored; `hash` and the readable `prefix` are stored. */
export interface NewTenantToken {
  readonly token: string;
  readonly hash: Buffer;
  readonly prefix: string;
}

/** Creates a token of 256 random bits. */
export const createTenantToken = (): NewTenantToken => {
  const token = tenantTokenPrefix + randomBytes(32).toString('base64url');
  return { token, hash: Buffer.from(hashOf(token), 'hex'), prefix: token.slice(0, shownCharacters) };
};

/** A plain SHA-256 in hexadecimal suffices, because tokens are random. */
const hashOf = (token: string): string => hash('sha256', token);

export const isTenantToken = (credential: string): boolean => credential.startsWith(tenantTokenPrefix);

/** Caches the hashes of valid tokens. */
const knownHashes = new Map<string, string>();
const maxKnownHashes = 5_000;

/** The grant of a token by its hash, which is cached for a token with a grant. */
const findGrant = (credential: string, { tokensByHash }: AccessSnapshot): TokenGrantRecord | undefined => {
  const known = knownHashes.get(credential);
  const tokenHash = known ?? hashOf(credential);
  // The timing of the lookup depends on the hash only, which callers cannot choose.
  const grant = tokensByHash.get(tokenHash);
  if (grant && known === undefined) {
    if (knownHashes.size >= maxKnownHashes) knownHashes.clear();
    knownHashes.set(credential, tokenHash);
  }
  return grant;
};

/**
 * Returns the grant of a valid token; throws a 401 problem for one that is unknown, revoked, expired or of a disabled
 * tenant.
 */
export const verifyTenantToken = (credential: string, snapshot: AccessSnapshot, now: Date): TokenGrantRecord => {
  const grant = findGrant(credential, snapshot);
  if (!grant) throw unauthorized('The token is not known.');
  if (grant.revokedOn && grant.revokedOn <= now) throw unauthorized('The token was revoked.');
  if (grant.expiresOn && grant.expiresOn <= now) throw unauthorized('The token has expired.');
  if (snapshot.tenants.get(grant.tenantId)?.enabled !== true)
    throw unauthorized('The tenant of the token is disabled.');
  return grant;
};
