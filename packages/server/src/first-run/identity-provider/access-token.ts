import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { profileClaims, type DemoAccount } from './demo-accounts.ts';
import type { ProviderKeys } from './provider-keys.ts';

/** Whom access tokens come from and whom they are for. */
export interface TokenParties {
  issuer: string;
  audience: string;
  clientId: string;
}

/** How long an access token lasts, in seconds. */
export const ACCESS_TOKEN_SECONDS = 600;

/** An access token like those that the provider gives to the portal (RFC 9068), for scripts: a session of its own. */
export async function signAccessToken(
  { issuer, audience, clientId }: TokenParties,
  keys: ProviderKeys,
  account: DemoAccount,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ ...profileClaims(account), client_id: clientId, sid: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keys.signing.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(account.subject)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(await importJWK(keys.signing, 'ES256'));
}
