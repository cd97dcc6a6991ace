import { hash, randomBytes } from 'node:crypto';
import { unauthorized } from '../problems.ts';
import type { AccessSnapshot, TokenGrantRecord } from './access-snapshot.ts';

/** What every tenant token begins with, so that people and scanners recognize one. */
export const tenantTokenPrefix = 'cfs_';

const shownCharacters = 8;

/** A new token: `token` is shown once and kept nowhere; `hash` and the readable `prefix` are stored. */
export interface NewTenantToken {
  readonly token: string;
  readonly hash: Buffer;
  readonly prefix: string;
}

/** Makes a token of 256 random bits. */
export const createTenantToken = (): NewTenantToken => {
  const token = tenantTokenPrefix + randomBytes(32).toString('base64url');
  return { token, hash: Buffer.from(hashOf(token), 'hex'), prefix: token.slice(0, shownCharacters) };
};

/** SHA-256 suffices: what is hashed is random, not chosen. In hexadecimal. */
const hashOf = (token: string): string => hash('sha256', token);

export const isTenantToken = (credential: string): boolean => credential.startsWith(tenantTokenPrefix);

/** The grant of a token that holds now; a 401 problem for one that is unknown, revoked, expired or of a disabled tenant. */
export const verifyTenantToken = (credential: string, snapshot: AccessSnapshot, now: Date): TokenGrantRecord => {
  // How long a look-up takes tells of hashes alone, which nobody can choose.
  const grant = snapshot.tokensByHash.get(hashOf(credential));
  if (!grant) throw unauthorized('The token is not known.');
  if (grant.revokedOn && grant.revokedOn <= now) throw unauthorized('The token was revoked.');
  if (grant.expiresOn && grant.expiresOn <= now) throw unauthorized('The token has expired.');
  if (snapshot.tenants.get(grant.tenantId)?.enabled !== true)
    throw unauthorized('The tenant of the token is disabled.');
  return grant;
};
