import { z } from 'zod';

/** What the server uses of what a provider publishes about itself (OpenID Connect Discovery 3). */
export interface Discovery {
  readonly keys: URL;
  readonly userInfo: string | undefined;
  /** Where browsers go to sign in and for tokens. */
  readonly browserOrigins: readonly string[];
}

const discoveryDocument = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  authorization_endpoint: z.url().optional(),
  token_endpoint: z.url().optional(),
});

const isHttps = (address: string): boolean => new URL(address).protocol === 'https:';

/**
 * Reads the discovery document of the provider. Throws a `TypeError` when its issuer is not the authority itself, and
 * when it names an address without TLS although the authority has it: an attacker on the path could then exchange keys.
 */
export const readDiscovery = (authority: string, document: unknown): Discovery => {
  const published = discoveryDocument.parse(document);
  const { issuer, jwks_uri: keys, userinfo_endpoint: userInfo } = published;
  if (issuer !== authority) {
    throw new TypeError(`The provider's issuer is ${issuer}; OIDC_AUTHORITY must be the same.`);
  }
  for (const address of [keys, userInfo]) {
    if (address === undefined || !isHttps(authority) || isHttps(address)) continue;
    throw new TypeError(`The provider's metadata contains ${address}, which is not https although OIDC_AUTHORITY is.`);
  }
  const visited = [published.authorization_endpoint, published.token_endpoint].filter((each) => each !== undefined);
  const browserOrigins = [...new Set(visited.map((address) => new URL(address).origin))];
  return { keys: new URL(keys), userInfo, browserOrigins };
};
