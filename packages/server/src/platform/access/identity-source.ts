import type { JWTVerifyGetKey } from 'jose';
import type { AccessTokenType } from '../configuration.ts';

/** The OpenID Connect provider whose access tokens the server takes. */
export interface IdentitySource {
  /** The `iss` claim of its tokens; what browsers are told as authority. */
  readonly issuer: string;
  /** The name under which people are invited (`people.invited_for`): the issuer, or `first-run` for the embedded one. */
  readonly provider: string;
  readonly audience: string;
  readonly clientId: string;
  readonly accessTokenType: AccessTokenType;
  readonly keys: JWTVerifyGetKey;
  /** More about the bearer of an access token, for providers that put no mail into it. */
  readonly userInfo?: (accessToken: string) => Promise<Readonly<Record<string, unknown>>>;
}
