import type { JWTVerifyGetKey } from 'jose';
import type { AccessTokenType } from '../configuration.ts';

/** Session management of an embedded provider, by the `sid` claim of its access tokens. */
export interface ProviderSessions {
  /** Ends a session with its refresh tokens; the browser's next sign-in requires the password. */
  end(sessionId: string): Promise<void>;
  /**
   * Sets the callback that the provider awaits before it ends a session itself: after a sign-out, or when a code or
   * refresh token is reused.
   */
  onEnd(listener: (sessionId: string) => Promise<void>): void;
}

/** The OpenID Connect provider whose access tokens the server accepts. */
export interface IdentitySource {
  /** The `iss` claim of its tokens, and the authority in the portal's configuration. */
  readonly issuer: string;
  /** The provider's name in invitations (`people.provider`): the issuer, or `first-run` for the embedded one. */
  readonly provider: string;
  readonly audience: string;
  readonly clientId: string;
  readonly accessTokenType: AccessTokenType;
  readonly keys: JWTVerifyGetKey;
  /** The sessions of an embedded provider. */
  readonly sessions?: ProviderSessions;
  /** Further origins that browsers connect to during sign-in: some providers have one for each endpoint. */
  readonly browserOrigins?: () => Promise<readonly string[]>;
  /** The userinfo of an access token, for providers whose tokens lack the mail. */
  readonly userInfo?: (accessToken: string) => Promise<Readonly<Record<string, unknown>>>;
}
