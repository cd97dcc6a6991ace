import { z } from 'zod';

/** What the server uses of what a provider publishes about itself (OpenID Connect Discovery 3). */
export interface Discovery {
  readonly keys: URL;
  readonly userInfo: string | undefined;
}

const discoveryDocument = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
});

const isHttps = (address: string): boolean => new URL(address).protocol === 'https:';

/**
 * Reads the discovery document of the provider. Throws a `TypeError` when its issuer is not the authority itself, and
 * when it names an address without TLS although the authority has it: whoever is on the way could then exchange keys.
 */
export const readDiscovery = (authority: string, document: unknown): Discovery => {
  const { issuer, jwks_uri: keys, userinfo_endpoint: userInfo } = discoveryDocument.parse(document);
  if (issuer !== authority) {
    throw new TypeError(`The provider calls itself ${issuer}; OIDC_AUTHORITY must say the same.`);
  }
  for (const address of [keys, userInfo]) {
    if (address === undefined || !isHttps(authority) || isHttps(address)) continue;
    throw new TypeError(`The provider names ${address}, which is not https as OIDC_AUTHORITY is.`);
  }
  return { keys: new URL(keys), userInfo };
};
