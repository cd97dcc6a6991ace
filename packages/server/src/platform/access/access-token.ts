import { errors, jwtVerify, type JWTPayload } from 'jose';
import type { Clock } from '../clock.ts';
import { unauthorized, unavailable } from '../problems.ts';
import type { IdentitySource } from './identity-source.ts';
import { clockToleranceSeconds, createProviderClock } from './provider-clock.ts';
import { isAccessToken } from './token-type.ts';

/** The claims of an access token after validation of signature, issuer, audience, type, algorithm and times. */
export interface TokenClaims extends JWTPayload {
  readonly sub: string;
  readonly exp: number;
}

export interface AccessTokens {
  /**
   * Returns the claims of a valid token; throws a 401 problem for any other, 503 if the provider's keys cannot be
   * fetched, or not yet again for a token of an unknown key.
   */
  verify(token: string): Promise<TokenClaims>;
  /** The time by the provider's clock, estimated from the tokens that were verified. */
  providerTime(): Date;
}

const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const maxTokenCharacters = 16_384;
const remembered = 5_000;
/** OpenID Connect Core 2: a `sub` has at most 255 characters. */
const maxSubjectCharacters = 255;
/** Fits, like a `sub`, into an index of PostgreSQL in any script. */
const maxSessionIdCharacters = 500;

/** Whether PostgreSQL can store and index the text. */
const isStorable = (text: string, maxCharacters: number): boolean =>
  text.length <= maxCharacters && text.isWellFormed() && !text.includes('\0');

/** @throws a 401 problem for a `sub` or `sid` that cannot be stored. */
const expectStorable = (subject: string, sessionId: unknown): void => {
  if (!isStorable(subject, maxSubjectCharacters))
    throw unauthorized(
      `The "sub" of the access token has more than ${maxSubjectCharacters} characters, or invalid ones.`,
    );
  if (typeof sessionId === 'string' && !isStorable(sessionId, maxSessionIdCharacters))
    throw unauthorized(
      `The "sid" of the access token has more than ${maxSessionIdCharacters} characters, or invalid ones.`,
    );
};

/** Verifies access tokens. Signatures are verified once and cached; times are checked at every use. */
export const createAccessTokens = (source: IdentitySource, clock: Clock): AccessTokens => {
  const known = new Map<string, TokenClaims>();
  const providerClock = createProviderClock(clock);

  const remember = (token: string, claims: TokenClaims): void => {
    known.delete(token);
    known.set(token, claims);
    if (known.size <= remembered) return;
    const [oldest] = known.keys();
    if (oldest !== undefined) known.delete(oldest);
  };

  const check = async (token: string): Promise<TokenClaims> => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, source.keys, {
        issuer: source.issuer,
        audience: source.audience,
        algorithms,
        currentDate: clock.now(),
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'exp'],
      });
      if (!isAccessToken(protectedHeader, payload, source)) throw unauthorized('The token is not an access token.');
      const { sub, exp } = payload;
      if (sub === undefined || sub === '' || exp === undefined) throw unauthorized('The access token has no subject.');
      expectStorable(sub, payload['sid']);
      if (payload.iat !== undefined) providerClock.observe(payload.iat);
      return { ...payload, sub, exp };
    } catch (error) {
      throw refusal(error);
    }
  };

  return {
    providerTime: providerClock.now,
    async verify(token) {
      if (token.length > maxTokenCharacters) throw unauthorized('The access token is too long.');
      const claims = known.get(token) ?? (await check(token));
      if (claims.exp * 1_000 <= clock.now().getTime()) {
        known.delete(token);
        throw unauthorized('The access token has expired.');
      }
      remember(token, claims);
      return claims;
    },
  };
};

/** Errors of jose for a key set that could not be fetched or parsed. */
const isGeneric = (error: unknown): boolean =>
  error instanceof errors.JOSEError && error.code === errors.JOSEError.code;

const refusal = (error: unknown): unknown => {
  if (error instanceof errors.JWTExpired) return unauthorized('The access token has expired.');
  if (error instanceof errors.JWTClaimValidationFailed) {
    return unauthorized(`The access token is not valid: its "${error.claim}" is not the expected one.`);
  }
  if (error instanceof errors.JOSEAlgNotAllowed)
    return unauthorized('The algorithm of the access token is not allowed.');
  if (error instanceof errors.JWKSNoMatchingKey) return unauthorized('The access token is signed with an unknown key.');
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return unauthorized('The signature of the access token is not valid.');
  }
  if (error instanceof errors.JWKSTimeout || error instanceof TypeError || isGeneric(error)) {
    return unavailable('The keys of the identity provider cannot be reached at the moment.', 2, error);
  }
  return error instanceof errors.JOSEError ? unauthorized('The access token is malformed.') : error;
};
