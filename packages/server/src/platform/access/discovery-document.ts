import { z } from 'zod';

/** The metadata of a provider that the server uses (OpenID Connect Discovery 1.0, section 3). */
export interface Discovery {
  readonly keys: URL;
  readonly userInfo: string | undefined;
  /** The origins of the endpoints that browsers use. */
  readonly browserOrigins: readonly string[];
}

const discoveryDocument = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  authorization_endpoint: z.url().optional(),
  token_endpoint: z.url().optional(),
  revocation_endpoint: z.url().optional(),
});

const isHttps = (address: string): boolean => new URL(address).protocol === 'https:';

/**
 * Parses the provider's discovery document. Throws a `TypeError` if its issuer differs from the authority, or if it
 * contains an http URL although the authority is https: an attacker on the network could replace keys.
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
  const { authorization_endpoint, token_endpoint, revocation_endpoint } = published;
  const visited = [authorization_endpoint, token_endpoint, revocation_endpoint].filter((each) => each !== undefined);
  const browserOrigins = [...new Set(visited.map((address) => new URL(address).origin))];
  return { keys: new URL(keys), userInfo, browserOrigins };
};
