import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { IdentitySource } from '../platform/access/identity-source.ts';
import type { Clock } from '../platform/clock.ts';

/** An identity provider that exists only in the test: it signs any claims. */
export interface TestIdentity {
  readonly source: IdentitySource;
  /** Signs a token that is valid for ten minutes from the time of the clock, unless the claims override it. */
  sign(
    claims: Readonly<Record<string, unknown>>,
    header?: { readonly alg?: string; readonly kid?: string; readonly typ?: string },
  ): Promise<string>;
}

const algorithm = 'ES256';
const keyId = 'test';

export const createTestIdentity = async (clock: Clock): Promise<TestIdentity> => {
  const { publicKey, privateKey } = await generateKeyPair(algorithm);
  const jwk = { ...(await exportJWK(publicKey)), kid: keyId, alg: algorithm, use: 'sig' };
  const source: IdentitySource = {
    issuer: 'https://identity.example.com',
    provider: 'https://identity.example.com',
    audience: 'cfs-api',
    clientId: 'cfs-portal',
    accessTokenType: 'any',
    keys: createLocalJWKSet({ keys: [jwk] }),
  };
  return {
    source,
    sign: (claims, header = {}) => {
      const now = Math.floor(clock.now().getTime() / 1_000);
      return new SignJWT({ iss: source.issuer, aud: source.audience, iat: now, exp: now + 600, ...claims })
        .setProtectedHeader({ alg: algorithm, kid: keyId, ...header })
        .sign(privateKey);
    },
  };
};
