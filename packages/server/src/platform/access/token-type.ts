import type { JWTHeaderParameters, JWTPayload } from 'jose';
import type { IdentitySource } from './identity-source.ts';

/** Claims of ID tokens (OpenID Connect Core 2, 3.3.2.11) and of logout tokens that no access token bears. */
const foreignClaims = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'] as const;

/** Claims by one of which an access token shows what it is: scopes (RFC 9068, Entra) or the client that holds it. */
const ownClaims = ['scope', 'scp', 'client_id'] as const;

const has = (payload: JWTPayload, names: readonly string[]): boolean =>
  names.some((name) => payload[name] !== undefined);

const isFor = ({ aud }: JWTPayload, audience: string): boolean =>
  typeof aud === 'string' ? aud === audience : (aud?.includes(audience) ?? false);

/** What Keycloak and Cognito say in a claim rather than in the header; `undefined` where neither does. */
const namedKind = (payload: JWTPayload): unknown => payload['typ'] ?? payload['token_use'];

/**
 * Whether a token of the provider is an access token and not an ID, logout, refresh or other token with the same
 * signature. `typ: at+jwt` says so. Providers that put `JWT` or nothing there are accepted unless the source wants
 * `at+jwt`: their claims must then name no other kind, and a token whose audience is the client, which every ID token's
 * is, must show that it is an access token.
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
