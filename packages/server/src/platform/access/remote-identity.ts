import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { AccessTokenType } from '../configuration.ts';
import { unavailable } from '../problems.ts';
import { readDiscovery } from './discovery-document.ts';
import type { IdentitySource } from './identity-source.ts';
import { createProviderKeys } from './provider-keys.ts';
import { createProviderMetadata } from './provider-metadata.ts';

const claims = z.record(z.string(), z.unknown());

interface Discovered {
  readonly keyAddress: URL;
  readonly keys: JWTVerifyGetKey;
  readonly userInfo: string | undefined;
  readonly browserOrigins: readonly string[];
}

const timeoutMilliseconds = 5_000;

class AnswerError extends TypeError {
  override name = 'AnswerError';
  readonly status: number;

  constructor(address: string, status: number) {
    super(`${address} answered ${status}.`);
    this.status = status;
  }
}

/** The provider refused the token at its userinfo endpoint, for example because of its audience. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AnswerError && (error.status === 401 || error.status === 403);

const fetchJson = async (address: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
  const answer = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMilliseconds) });
  if (!answer.ok) throw new AnswerError(address, answer.status);
  return answer.json();
};

/**
 * A remote OpenID Connect provider, configured by its discovery document. The document is fetched at the first sign-in,
 * hourly, and when a key is missing or cannot be fetched; calls fail with 503 until the first successful read. Its
 * issuer must equal the configured authority.
 */
export const createRemoteIdentity = (options: {
  readonly authority: string;
  readonly audience: string;
  readonly clientId: string;
  readonly accessTokenType: AccessTokenType;
  /** Called when the document cannot be read again; the last one remains in use. */
  readonly onStale: (error: unknown) => void;
}): IdentitySource => {
  const { authority, audience, clientId, accessTokenType, onStale } = options;

  /** Keeps the keys while the provider publishes them at the same address. */
  const read = async (previous: Discovered | undefined): Promise<Discovered> => {
    const { keys: keyAddress, ...published } = readDiscovery(
      authority,
      await fetchJson(`${authority.replace(/\/$/, '')}/.well-known/openid-configuration`),
    );
    const keys =
      previous?.keyAddress.href === keyAddress.href
        ? previous.keys
        : createProviderKeys(keyAddress, () => void metadata.renewed());
    return { ...published, keyAddress, keys };
  };
  const metadata = createProviderMetadata(read, onStale);

  return {
    issuer: authority,
    provider: authority,
    audience,
    clientId,
    accessTokenType,
    keys: async (header, token) => {
      const { keys } = await metadata.current();
      try {
        return await keys(header, token);
      } catch (error) {
        const renewed = await metadata.renewed();
        if (renewed.keys === keys) throw error;
        return renewed.keys(header, token);
      }
    },
    browserOrigins: async () => (await metadata.current()).browserOrigins,
    userInfo: async (accessToken) => {
      const { userInfo } = await metadata.current();
      if (userInfo === undefined) return {};
      try {
        return claims.parse(await fetchJson(userInfo, { authorization: `Bearer ${accessToken}` }));
      } catch (error) {
        if (isRefusal(error)) return {};
        throw unavailable('The identity provider cannot be reached at the moment.', 2, error);
      }
    },
  };
};
