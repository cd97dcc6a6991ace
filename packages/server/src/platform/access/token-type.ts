import type { JWTHeaderParameters, JWTPayload } from 'jose';
import type { IdentitySource } from './identity-source.ts';

/** Claims of ID tokens (OpenID Connect Core 2 and 3.3.2.11) and of logout tokens that access tokens never contain. */
const foreignClaims = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'] as const;

/** Claims of which an access token contains at least one: scopes (RFC 9068, Entra) or the client id. */
const ownClaims = ['scope', 'scp', 'client_id'] as const;

const has = (payload: JWTPayload, names: readonly string[]): boolean =>
  names.some((name) => payload[name] !== undefined);

const isFor = ({ aud }: JWTPayload, audience: string): boolean =>
  typeof aud === 'string' ? aud === audience : (aud?.includes(audience) ?? false);

/** The token type that Keycloak and Cognito put into a claim instead of the header; `undefined` for other providers. */
const namedKind = (payload: JWTPayload): unknown => payload['typ'] ?? payload['token_use'];

/**
 * Whether a provider's token is an access token rather than an ID, logout, refresh or other token with the same
 * signature key. `typ: at+jwt` proves it. Without it, or with `JWT`, tokens are accepted unless the source requires
 * `at+jwt`: their claims must not indicate another type, and a token whose audience is the client, as in every ID
 * token, must prove to be an access token.
 */
export const isAccessToken = (
  { typ }: JWTHeaderParameters,
  payload: JWTPayload,
  { accessTokenType, clientId }: Pick<IdentitySource, 'accessTokenType' | 'clientId'>,
): boolean => {
  const type = typ?.toLowerCase().replace(/^application\//, '');
  if (type === 'at+jwt') return true;
  if (accessTokenType === 'at+jwt' || (type !== undefined && type !== 'jwt')) return false;
  const kind = namedKind(payload);
  const isNamed = kind === 'Bearer' || kind === 'access';
  if ((kind !== undefined && !isNamed) || has(payload, foreignClaims)) return false;
  return isNamed || !isFor(payload, clientId) || has(payload, ownClaims);
};
