import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { AccessTokenType } from '../configuration.ts';
import { unavailable } from '../problems.ts';
import { readDiscovery } from './discovery-document.ts';
import type { IdentitySource } from './identity-source.ts';

const claims = z.record(z.string(), z.unknown());

interface Discovered {
  readonly keys: JWTVerifyGetKey;
  readonly userInfo: string | undefined;
}

const patience = 5_000;

const fetchJson = async (address: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
  const answer = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(patience) });
  if (!answer.ok) throw new TypeError(`${address} answered ${answer.status}.`);
  return answer.json();
};

/**
 * An OpenID Connect provider somewhere else, described by what it publishes beneath its address. Nothing is asked before
 * the first sign-in; while it cannot be reached, calls answer 503. Its issuer must be the configured authority itself.
 */
export const createRemoteIdentity = (options: {
  readonly authority: string;
  readonly audience: string;
  readonly clientId: string;
  readonly accessTokenType: AccessTokenType;
}): IdentitySource => {
  const { authority, audience, clientId, accessTokenType } = options;
  let discovering: Promise<Discovered> | undefined;

  const read = async (): Promise<Discovered> => {
    const published = readDiscovery(
      authority,
      await fetchJson(`${authority.replace(/\/$/, '')}/.well-known/openid-configuration`),
    );
    return { keys: createRemoteJWKSet(published.keys), userInfo: published.userInfo };
  };

  const discover = async (): Promise<Discovered> => {
    discovering ??= read();
    try {
      return await discovering;
    } catch (error) {
      discovering = undefined;
      throw unavailable('The identity provider cannot be reached at the moment.', 2, error);
    }
  };

  return {
    issuer: authority,
    provider: authority,
    audience,
    clientId,
    accessTokenType,
    keys: async (header, token) => (await discover()).keys(header, token),
    userInfo: async (accessToken) => {
      const { userInfo } = await discover();
      if (userInfo === undefined) return {};
      try {
        return claims.parse(await fetchJson(userInfo, { authorization: `Bearer ${accessToken}` }));
      } catch (error) {
        throw unavailable('The identity provider cannot be reached at the moment.', 2, error);
      }
    },
  };
};
