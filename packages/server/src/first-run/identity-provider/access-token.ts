import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { profileClaims, type DemoAccount } from './demo-accounts.ts';
import type { ProviderKeys } from './provider-keys.ts';

/** The issuer, the audience and the client of access tokens. */
export interface TokenParties {
  issuer: string;
  audience: string;
  clientId: string;
}

/** The lifetime of an access token in seconds. */
export const accessTokenSeconds = 600;

/** Signs an access token for scripts, like those that the portal gets (RFC 9068), with a new session id. */
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
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(await importJWK(keys.signing, 'ES256'));
}
