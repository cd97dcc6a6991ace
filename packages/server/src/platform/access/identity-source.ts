import type { JWTVerifyGetKey } from 'jose';
import type { AccessTokenType } from '../configuration.ts';

/** What an embedded provider does about its sessions, named as in the `sid` claim of its access tokens. */
export interface ProviderSessions {
  /** Ends one: its refresh tokens too, and the browser signs in by password next. */
  end(sessionId: string): Promise<void>;
  /**
   * Sets who is called before the provider ends one by itself: at a sign-out there, or when a code or a refresh token
   * is used twice. The provider waits for the answer.
   */
  onEnd(listener: (sessionId: string) => Promise<void>): void;
}

/** The OpenID Connect provider whose access tokens the server takes. */
export interface IdentitySource {
  /** The `iss` claim of its tokens; what browsers are told as authority. */
  readonly issuer: string;
  /** The name under which people are invited (`people.provider`): the issuer, or `first-run` for the embedded one. */
  readonly provider: string;
  readonly audience: string;
  readonly clientId: string;
  readonly accessTokenType: AccessTokenType;
  readonly keys: JWTVerifyGetKey;
  /** The sessions of a provider that runs in this process. */
  readonly sessions?: ProviderSessions;
  /** Origins that browsers speak to while they sign in, beside the issuer's: some providers have one for each endpoint. */
  readonly browserOrigins?: () => Promise<readonly string[]>;
  /** More about the bearer of an access token, for providers that put no mail into it. */
  readonly userInfo?: (accessToken: string) => Promise<Readonly<Record<string, unknown>>>;
}
